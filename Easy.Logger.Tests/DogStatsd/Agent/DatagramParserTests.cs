using System.Text;

namespace Easy.Logger.Tests.DogStatsd.Agent;

/// <summary>The reader of the other tests would hide their failures if it took what is not in the grammar.</summary>
[Category("DogStatsd")]
internal sealed class DatagramParserTests
{
    // Lengths of the event by hand: é takes 2 bytes, an escaped newline 2.
    [TestCase("page.views:1|c", "page.views c 1 []")]
    [TestCase(
        "a:1:-2.50:+3|g|@0.5|#x:1:2,y z,größe:µ|T1656581409|c:83c0|e:it-false,cn-app|card:low", "a g 1 -2.50 +3 [x:1:2;y z;größe:µ]")]
    [TestCase("a:1|ms|card:high|#z|@1", "a ms 1 [z]")]
    [TestCase("users:Müller 1e5|s", "users s Müller 1e5 []")]
    [TestCase(
        @"_e{3,11}:a|b|c\nd|e\nfé|d:1656581409|h:web:1|k:key|p:low|s:src|t:error|#a:b,c",
        "a|b c\nd|e\nfé 1656581409 key src error [a:b;c]")]
    [TestCase("_e{1,1}:||||t:info", "| |    info []")]
    [TestCase(@"_sc|a:é b|2|d:1656581409|h:web|#a:b|m:no form\: é\nback", "a:é b 2 no form: é\nback [a:b]")]
    [TestCase("_sc|a|0", "a 0  []")]
    public void Parse_LineOfTheGrammar_HasItsFields(string line, string expected)
    {
        ParsedLine parsed = DatagramParser.Parse(Encoding.UTF8.GetBytes($"\n{line}\n")).Single();

        string fields = parsed switch
        {
            ParsedMetric metric => $"{metric.Name} {metric.Type} {string.Join(' ', metric.Values)}",
            ParsedEvent sent => $"{sent.Title} {sent.Text} {sent.Timestamp} {sent.AggregationKey} {sent.SourceType} {sent.AlertType}",
            ParsedServiceCheck check => $"{check.Name} {check.Status} {check.Message}",
            _ => string.Empty,
        };
        Assert.That($"{fields} [{string.Join(';', parsed.Tags)}]", Is.EqualTo(expected));
    }

    [Test]
    public void Parse_LineAgainstTheGrammar_IsRefused(
        [Values(
            "bad line", ":1|c", "a@b:1|c", "a:1:2|s", "a:|s", "a:1|C", "a:1|c|", "a:1|c|x:y", "a:1|c|#x|#y", "a:1|c|#x,,y", "a:1|c|@0",
            "a:1|c|@1.01", "a:1|c|c:", "a:1|c|T1.5", "a:1|ms|T1", "a:1|c|card:Low", "a:1e5|h", "a:NaN|h", "a:1,5|h", "a:.5|h", "a:1::2|h",
            "_e{1}:a|b", "_e{0,1}:|b", "_e{1,1}:a|bb", "_e{1,1}:a|b|t:fatal", "_e{1,1}:a|b|d:now", "_sc|a|4", "_sc||0",
            "_sc|a|0|m:text|#x", "_sc|a|0|m:no form: text",
            "_e{1,1}:é|b", // characters, not bytes
            @"_e{1,3}:a|b\nc")] // before the escape, not as sent
        string line) =>
        Assert.That(
            () => DatagramParser.Parse(Encoding.UTF8.GetBytes($"a:1|c\n{line}\n")),
            Throws.InstanceOf<FormatException>().With.Message.EndsWith(": " + line));

    [Test]
    public void Parse_NotUtf8_IsRefused() =>
        Assert.That(() => DatagramParser.Parse([.. "users:1|c|#"u8, 0xC3]), Throws.InstanceOf<ArgumentException>());
}
