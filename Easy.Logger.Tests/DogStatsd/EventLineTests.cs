using System.Text;
using Easy.Logger.DogStatsd;
using Easy.Logger.Tests.DogStatsd.Agent;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Events and service checks: lengths in bytes of what is sent, and texts that may be anything.</summary>
[Category("DogStatsd")]
internal sealed class EventLineTests
{
    private const int MaxBytes = 8_192;

    private static readonly string?[] _tags = ["a:b", "c"];
    private static readonly DateTimeOffset _time = DateTimeOffset.FromUnixTimeSeconds(1_656_581_400);

    [Test]
    public void Event_AllFields_AreThoseOfTheGrammar()
    {
        using SenderScene scene = new(options => options.Tags = new DogStatsdTagSerializer(["env:test"]));

        string line = scene.LineOf(to => to.Event(
            new DogStatsdEvent("caf\u00E9", "first\r\nsecond \uD83D\uDE00")
            {
                Timestamp = _time,
                Hostname = "ho|st",
                AggregationKey = "key",
                SourceType = "log4net",
                IsLowPriority = true,
                AlertType = DogStatsdAlertType.Error,
            },
            _tags));

        Assert.That(
            line,
            Is.EqualTo("_e{5,18}:caf\u00E9|first\\nsecond \uD83D\uDE00|d:1656581400|h:host|k:key|p:low|s:log4net|t:error|#env:test,a:b,c"));
    }

    [Test]
    public void Event_NoText_HasItsTitle()
    {
        using SenderScene scene = new();
        DogStatsdEvent sent = new("a", string.Empty) { AlertType = DogStatsdAlertType.Success };

        Assert.That(scene.LineOf(to => to.Event(sent)), Is.EqualTo("_e{1,1}:a|a|t:success"));
    }

    /// <summary>
    /// Lengths in characters would be too short as soon as one of them has two bytes, and the agent would drop the event.
    /// </summary>
    [TestCase("x")]
    [TestCase("\u00E9")]
    [TestCase("\u20AC")]
    [TestCase("\uD83D\uDE00")]
    [TestCase("\n")]
    [TestCase("m:")]
    public void EventAndServiceCheck_TooLong_AreCutBetweenCharacters(string piece)
    {
        using SenderScene scene = new();
        for (int offset = 0; offset < 5; offset++)
        {
            string text = new string('-', offset) + string.Concat(Enumerable.Repeat(piece, 9_000));

            string sent = scene.LineOf(to => to.Event(new DogStatsdEvent("title", text), _tags));
            string check = scene.LineOf(to => to.ServiceCheck("a", DogStatsdServiceStatus.Warning, text));

            Assert.That(Encoding.UTF8.GetByteCount(sent), Is.InRange(MaxBytes - 32, MaxBytes));
            Assert.That(Encoding.UTF8.GetByteCount(check), Is.InRange(MaxBytes - 4, MaxBytes));
            ParsedEvent parsed = (ParsedEvent)scene.Transport.Parsed[^2];
            Assert.That(parsed.Tags, Is.EqualTo(_tags));
            Assert.That(text, Does.StartWith(parsed.Text).And.StartWith(((ParsedServiceCheck)scene.Transport.Parsed[^1]).Message!));
        }
    }

    [Test]
    public void Event_LongTitle_IsCutAndTheTextIsThere()
    {
        using SenderScene scene = new();

        string line = scene.LineOf(to => to.Event(new DogStatsdEvent(new string('\u20AC', 5_000), "text")));

        ParsedEvent parsed = (ParsedEvent)DatagramParser.Parse(Encoding.UTF8.GetBytes(line)).Single();
        Assert.That((parsed.Title, parsed.Text), Is.EqualTo((new string('\u20AC', 341), "text")));
    }

    [Test]
    public void Event_FieldsTooLong_IsCountedAndNotSent()
    {
        using SenderScene scene = new();

        Assert.That(scene.LinesOf(to => to.Event(new DogStatsdEvent("a", "b"), new[] { new string('x', 9_000) })), Is.Empty);
        Assert.That(scene.LinesOf(to => to.Event(new DogStatsdEvent("a", "b"), new[] { new string('x', 8_180) })), Is.Empty);
        Assert.That(scene.Sender.Statistics.TooLarge, Is.EqualTo(2));
    }

    [Test]
    public void ServiceCheck_AllFields_AreThoseOfTheGrammar()
    {
        using SenderScene scene = new(options => options.TagsLast = true);

        Assert.That(
            scene.LineOf(to => to.ServiceCheck("Redis|conn", DogStatsdServiceStatus.Critical, "timed\nout m:1|2", _tags, "host", _time)),
            Is.EqualTo("_sc|Redisconn|2|d:1656581400|h:host|#a:b,c|m:timed\\nout m\\:12"));
        Assert.That(scene.LineOf(to => to.ServiceCheck("a", DogStatsdServiceStatus.Ok)), Is.EqualTo("_sc|a|0"));
        Assert.That(scene.LineOf(to => to.ServiceCheck("a", DogStatsdServiceStatus.Unknown, string.Empty)), Is.EqualTo("_sc|a|3"));

        // What is taken out between the two would leave behind what would begin another message.
        Assert.That(scene.LineOf(to => to.ServiceCheck("a", DogStatsdServiceStatus.Ok, "m|:x")), Is.EqualTo("_sc|a|0|m:m\\:x"));
    }
}
