namespace Easy.Logger.Tests.DogStatsd;

/// <summary>The reader of the other tests would hide their failures if it took what is not in the grammar.</summary>
[Category("DogStatsd")]
internal sealed class DatagramParserTests
{
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
