using System.Text;
using FsCheck;
using FsCheck.Fluent;

namespace Easy.Logger.Tests.DogStatsd.Agent;

/// <summary>Every rule of the grammar, kept and broken. The lines are written by hand.</summary>
[Category("DogStatsd")]
internal sealed partial class DatagramParserTests
{
    private static readonly string[] _golden =
    [
        "page.views:1|c",
        "fuel.level:-0.5|g|@1|#a:b,c|T1656581409|c:83c0a99c|e:it-false,cn-app|card:low",
        "song.length:1:2.5:3|ms|#größe:µ,€",
        @"_e{3,11}:a|b|c\nd|e\nfé|d:1656581409|h:web|k:key|p:low|s:src|t:error|#a:b,c",
        @"_sc|Redis|2|d:1656581409|h:web|#a:b|m:no form\: é\nback",
    ];

    [Test]
    public void Parse_BareEvent_HasNothingElse()
    {
        ParsedEvent parsed = Only<ParsedEvent>("_e{21,36}:An exception occurred|Cannot parse CSV file from 10.0.0.17");

        using (Assert.EnterMultipleScope())
        {
            Assert.That((parsed.Title, parsed.Text), Is.EqualTo(("An exception occurred", "Cannot parse CSV file from 10.0.0.17")));
            Assert.That(
                (parsed.Timestamp, parsed.HostName, parsed.AggregationKey), Is.EqualTo(((long?)null, (string?)null, (string?)null)));
            Assert.That((parsed.Priority, parsed.SourceType, parsed.AlertType), Is.EqualTo(((string?)null, (string?)null, (string?)null)));
            Assert.That(parsed.Tags, Is.Empty);
        }
    }

    [TestCase("_e{1,1}:a|b|d:1656581409|h:web:1|k:key|p:low|s:src|t:error|#x:y,z")]
    [TestCase("_e{1,1}:a|b|#x:y,z|t:error|s:src|p:low|k:key|h:web:1|d:1656581409")]
    public void Parse_EventFieldsInAnyOrder_AreTaken(string line)
    {
        ParsedEvent parsed = Only<ParsedEvent>(line);

        using (Assert.EnterMultipleScope())
        {
            Assert.That((parsed.Timestamp, parsed.HostName, parsed.AggregationKey), Is.EqualTo(((long?)1656581409, "web:1", "key")));
            Assert.That((parsed.Priority, parsed.SourceType, parsed.AlertType), Is.EqualTo(("low", "src", "error")));
            Assert.That(parsed.Tags, Is.EqualTo(["x:y", "z"]));
        }
    }

    // Lengths by hand: ö, ß and é take 2 bytes, € and 漢 take 3, an emoji 4, an escaped newline 2.
    [TestCase("_e{2,3}:é|€", "é", "€")]
    [TestCase("_e{7,6}:Größe|漢漢", "Größe", "漢漢")]
    [TestCase("_e{4,5}:😀|a😀|t:info", "😀", "a😀")]
    [TestCase(@"_e{4,9}:a\nb|é\n\nc\n", "a\nb", "é\n\nc\n")]
    [TestCase("_e{3,7}:a|b||t:x||#|t:info", "a|b", "|t:x||#")]
    [TestCase("_e{1,1}:||||t:info", "|", "|")]
    [TestCase(@"_e{2,2}:\r|\t", @"\r", @"\t")]
    public void Parse_EventTexts_AreAsLongAsTheySay(string line, string title, string text)
    {
        ParsedEvent parsed = Only<ParsedEvent>(line);

        Assert.That((parsed.Title, parsed.Text), Is.EqualTo((title, text)));
    }

    [Test]
    public void Parse_EventOfAnyTexts_GivesThem() => Prop.ForAll<NonEmptyString, NonEmptyString>((first, second) =>
    {
        string title = Clean(first);
        string text = Clean(second);

        ParsedEvent parsed =
            Only<ParsedEvent>($"_e{{{Encoding.UTF8.GetByteCount(title)},{Encoding.UTF8.GetByteCount(text)}}}:{title}|{text}|p:normal");

        Assert.That((parsed.Title, parsed.Text, parsed.Priority), Is.EqualTo((title, text, "normal")));

        // Half a surrogate pair is no UTF-8, and the other two are escapes.
        static string Clean(NonEmptyString text) =>
            Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text.Get)).Replace('\n', ' ').Replace('\\', '/');
    }).QuickCheckThrowOnFailure();

    [TestCase("_e{1}:a|b", "no lengths")]
    [TestCase("_e{1,1}a|b", "no lengths")]
    [TestCase("_e{1,1:a|b", "no lengths")]
    [TestCase("_e{,1}:a|b", "no lengths")]
    [TestCase("_e{1, 1}:a|b", "no lengths")]
    [TestCase("_e{+1,1}:a|b", "no lengths")]
    [TestCase("_e{1,99999999999}:a|b", "no lengths")]
    [TestCase("_e{0,1}:|b", "empty title or text")]
    [TestCase("_e{1,0}:a|", "empty title or text")]
    [TestCase("_e{2,1}:a|b", "the lengths")]
    [TestCase("_e{1,2}:a|b", "the lengths")]
    [TestCase("_e{1,1}:a|bb", "the lengths")]
    [TestCase("_e{1,1}:aa|b", "the lengths")]
    [TestCase("_e{1,1}:é|b", "the lengths")] // characters, not bytes
    [TestCase("_e{1,1}:a|é", "the lengths")]
    [TestCase("_e{1,1}:a|é|t:info", "the lengths")]
    [TestCase(@"_e{1,3}:a|b\nc", "the lengths")] // before the escape, not as sent
    [TestCase("_e{1,1}:a:b", "the lengths")]
    [TestCase("_e{1,1}:é|", "the lengths")]
    [TestCase("_e{1,1}:a", "the lengths")]
    [TestCase("_e{1,1}:", "the lengths")]
    [TestCase("_e{1,1}:a|b|", "unknown field ''")]
    [TestCase("_e{1,1}:a|b|x:y", "unknown field 'x:y'")]
    [TestCase("_e{1,1}:a|b|T1656581409", "unknown field 'T1656581409'")]
    [TestCase("_e{1,1}:a|b|m:text", "unknown field 'm:text'")]
    [TestCase("_e{1,1}:a|b|t:info|t:info", "more than one 't:'")]
    [TestCase("_e{1,1}:a|b|k:1|k:2", "more than one 'k:'")]
    [TestCase("_e{1,1}:a|b|h:", "nothing behind 'h:'")]
    [TestCase("_e{1,1}:a|b|t:fatal", "'t:' has 'fatal'")]
    [TestCase("_e{1,1}:a|b|p:high", "'p:' has 'high'")]
    [TestCase("_e{1,1}:a|b|d:now", "not Unix seconds")]
    [TestCase("_e{1,1}:a|b|#x,,y", "empty tag")]
    public void Parse_EventAgainstTheGrammar_Throws(string line, string why) => AssertRefused(line, why);

    [Test]
    public void Parse_EventWords_AreTaken(
        [Values("normal", "low")] string priority, [Values("error", "warning", "info", "success")] string alert)
    {
        ParsedEvent parsed = Only<ParsedEvent>($"_e{{1,1}}:a|b|p:{priority}|t:{alert}");

        Assert.That((parsed.Priority, parsed.AlertType), Is.EqualTo((priority, alert)));
    }

    [Test]
    public void Parse_BareServiceCheck_HasNothingElse([Range(0, 3)] int status)
    {
        ParsedServiceCheck check = Only<ParsedServiceCheck>($"_sc|Redis connection|{status}");

        using (Assert.EnterMultipleScope())
        {
            Assert.That((check.Name, check.Status), Is.EqualTo(("Redis connection", status)));
            Assert.That((check.Timestamp, check.HostName, check.Message), Is.EqualTo(((long?)null, (string?)null, (string?)null)));
            Assert.That(check.Tags, Is.Empty);
        }
    }

    [TestCase(@"_sc|a:é|2|d:1656581409|h:web|#x:y,z|m:no form\: timed out\nafter 10s")]
    [TestCase(@"_sc|a:é|2|#x:y,z|h:web|d:1656581409|m:no form\: timed out\nafter 10s")]
    public void Parse_ServiceCheckFieldsInAnyOrder_AreTaken(string line)
    {
        ParsedServiceCheck check = Only<ParsedServiceCheck>(line);

        using (Assert.EnterMultipleScope())
        {
            Assert.That((check.Name, check.Timestamp, check.HostName), Is.EqualTo(("a:é", (long?)1656581409, "web")));
            Assert.That(check.Tags, Is.EqualTo(["x:y", "z"]));
            Assert.That(check.Message, Is.EqualTo("no form: timed out\nafter 10s"));
        }
    }

    [TestCase("_sc|", "no name, or no status")]
    [TestCase("_sc|a", "no name, or no status")]
    [TestCase("_sc||0", "no name, or no status")]
    [TestCase("_sc|a|", "no name, or no status")]
    [TestCase("_sc|a|4", "no name, or no status")]
    [TestCase("_sc|a|00", "no name, or no status")]
    [TestCase("_sc|a|ok", "no name, or no status")]
    [TestCase("_sc|a|0|", "unknown field ''")]
    [TestCase("_sc|a|0|t:info", "unknown field 't:info'")]
    [TestCase("_sc|a|0|m:one|two", "unknown field 'two'")]
    [TestCase("_sc|a|0|m:one|m:two", "more than one 'm:'")]
    [TestCase("_sc|a|0|h:1|h:2", "more than one 'h:'")]
    [TestCase("_sc|a|0|m:", "nothing behind 'm:'")]
    [TestCase("_sc|a|0|m:text|#x", "the message is not last")]
    [TestCase("_sc|a|0|m:no form: text", "a message within the message")]
    [TestCase("_sc|a|0|d:-1", "not Unix seconds")]
    [TestCase("_sc|a|0|#x,", "empty tag")]
    public void Parse_ServiceCheckAgainstTheGrammar_Throws(string line, string why) => AssertRefused(line, why);

    [Test]
    public void Parse_Packet_IsSplitIntoLines()
    {
        IReadOnlyList<ParsedLine> lines = DatagramParser.Parse(Encoding.UTF8.GetBytes("\n" + string.Join("\n\n", _golden) + "\n"));

        Assert.That(lines.Select(line => line.Line), Is.EqualTo(_golden));
        Assert.That(
            lines.Select(line => line.GetType()),
            Is.EqualTo([typeof(ParsedMetric), typeof(ParsedMetric), typeof(ParsedMetric), typeof(ParsedEvent),
                typeof(ParsedServiceCheck)]));
        Assert.That(lines.Select(line => line.Timestamp), Is.EqualTo(new long?[] { null, 1656581409, null, 1656581409, 1656581409 }));
    }

    [TestCase("")]
    [TestCase("\n\n")]
    public void Parse_NoLines_GivesNone(string packet) => Assert.That(DatagramParser.Parse(Encoding.UTF8.GetBytes(packet)), Is.Empty);

    [Test]
    public void Parse_OneBadLine_IsNamed()
    {
        FormatException? thrown = Assert.Throws<FormatException>(() => DatagramParser.Parse("a:1|c\nbad line\nb:1|c"u8));

        Assert.That(thrown!.Message, Does.EndWith(": bad line"));
    }

    [TestCase(new byte[] { 0xE9 })] // Latin 1
    [TestCase(new byte[] { 0xC3 })] // cut off
    [TestCase(new byte[] { 0xC0, 0x80 })] // longer than need be
    [TestCase(new byte[] { 0xED, 0xA0, 0x80 })] // half a surrogate pair
    public void Parse_NotUtf8_Throws(byte[] tag)
    {
        byte[] packet = [.. "users:1|c|#"u8, .. tag];

        FormatException? thrown = Assert.Throws<FormatException>(() => DatagramParser.Parse(packet));

        Assert.That(thrown!.Message, Does.Contain("not UTF-8").And.Contain("users:1|c|#"));
    }

    [Test]
    public void Parse_DamagedLines_AreTakenOrRefused() => Prop.ForAll<byte[], NonNegativeInt, NonNegativeInt>((bytes, which, where) =>
    {
        byte[] line = Encoding.UTF8.GetBytes(_golden[which.Get % _golden.Length]);
        int at = where.Get % line.Length;
        byte[] packet = [.. line[..at], .. bytes, .. line[(at + which.Get % 2)..]];
        try
        {
            DatagramParser.Parse(packet);
        }
        catch (FormatException e)
        {
            Assert.That(e.Message, Does.StartWith("Not DogStatsD, "));
        }
    }).Check(Config.QuickThrowOnFailure.WithMaxTest(2000));

    private static T Only<T>(string line)
        where T : ParsedLine
    {
        IReadOnlyList<ParsedLine> lines = DatagramParser.Parse(Encoding.UTF8.GetBytes(line));

        Assert.That(lines, Has.Count.EqualTo(1));
        Assert.That(lines[0], Is.InstanceOf<T>());
        return (T)lines[0];
    }

    private static void AssertRefused(string line, string why)
    {
        FormatException? thrown = Assert.Throws<FormatException>(() => DatagramParser.Parse(Encoding.UTF8.GetBytes(line)));

        Assert.That(thrown!.Message, Does.Contain(why).And.EndWith(": " + line));
    }
}
