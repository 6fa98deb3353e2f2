using System.Text;
using Easy.Logger.DogStatsd;
using Easy.Logger.DogStatsd.Configuration;
using Easy.Logger.Tests.DogStatsd.Agent;
using FsCheck;
using FsCheck.Fluent;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Events and service checks: lengths in bytes of what is sent; and texts of all lines, which may be anything.</summary>
[Category("DogStatsd")]
internal sealed class EventLineTests : IDisposable
{
    private const int MaxBytes = 8_192;

    private static readonly string?[] _tags = ["a:b", "c"];
    private static readonly DateTimeOffset _time = DateTimeOffset.FromUnixTimeSeconds(1_656_581_400);

    private readonly SenderScene _scene = new();

    public void Dispose() => _scene.Dispose();

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
        DogStatsdEvent sent = new("a", string.Empty) { AlertType = DogStatsdAlertType.Success };

        Assert.That(_scene.LineOf(to => to.Event(sent)), Is.EqualTo("_e{1,1}:a|a|t:success"));
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
        for (int offset = 0; offset < 5; offset++)
        {
            string text = new string('-', offset) + string.Concat(Enumerable.Repeat(piece, 9_000));

            string sent = _scene.LineOf(to => to.Event(new DogStatsdEvent("title", text), _tags));
            string check = _scene.LineOf(to => to.ServiceCheck("a", DogStatsdServiceStatus.Warning, text));

            Assert.That(Encoding.UTF8.GetByteCount(sent), Is.InRange(MaxBytes - 32, MaxBytes));
            Assert.That(Encoding.UTF8.GetByteCount(check), Is.InRange(MaxBytes - 4, MaxBytes));
            ParsedEvent parsed = (ParsedEvent)_scene.Transport.Parsed[^2];
            Assert.That(parsed.Tags, Is.EqualTo(_tags));
            Assert.That(text, Does.StartWith(parsed.Text).And.StartWith(((ParsedServiceCheck)_scene.Transport.Parsed[^1]).Message!));
        }
    }

    [Test]
    public void Event_LongTitle_IsCutAndTheTextIsThere()
    {
        string line = _scene.LineOf(to => to.Event(new DogStatsdEvent(new string('\u20AC', 5_000), "text")));

        ParsedEvent parsed = (ParsedEvent)DatagramParser.Parse(Encoding.UTF8.GetBytes(line)).Single();
        Assert.That((parsed.Title, parsed.Text), Is.EqualTo((new string('\u20AC', 341), "text")));
    }

    [Test]
    public void Event_FieldsTooLong_IsCountedAndNotSent()
    {
        Assert.That(_scene.LinesOf(to => to.Event(new DogStatsdEvent("a", "b"), new[] { new string('x', 9_000) })), Is.Empty);
        Assert.That(_scene.LinesOf(to => to.Event(new DogStatsdEvent("a", "b"), new[] { new string('x', 8_180) })), Is.Empty);
        Assert.That(_scene.Sender.Statistics.TooLarge, Is.EqualTo(2));
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

    /// <summary>Whatever the application passes, an agent reads one line of it, with these values and these tags.</summary>
    [Test]
    public void Metrics_AnyTexts_AreReadAsTheyWereMeant()
    {
        using SenderScene scene = new(options => options.MaxPacketBytes = OptionBounds.MaxPacketBytes.Max);
        Prop.ForAll<(string? Name, string? Member, (string?, string?)[] Tags), double, bool>((texts, number, isSet) =>
        {
            KeyValuePair<string, string?>[] tags = [.. texts.Tags.Select(tag => new KeyValuePair<string, string?>(tag.Item1!, tag.Item2))];
            long invalid = scene.Sender.Statistics.Invalid;
            IReadOnlyList<string> lines = scene.LinesOf(to =>
            {
                if (isSet)
                {
                    to.Set(texts.Name ?? string.Empty, texts.Member ?? string.Empty, tags);
                }
                else
                {
                    to.Gauge(texts.Name ?? string.Empty, number, tags);
                }
            });
            bool isValid = !string.IsNullOrEmpty(texts.Name) && (isSet ? !string.IsNullOrEmpty(texts.Member) : double.IsFinite(number));
            if (!isValid)
            {
                return scene.Sender.Statistics.Invalid == invalid + 1 && lines.Count == 0;
            }

            ParsedMetric metric = (ParsedMetric)DatagramParser.Parse(Encoding.UTF8.GetBytes(string.Join('\n', lines))).Single();
            string? expected = new DogStatsdTagSerializer().Format(tags);
            return metric.Type == (isSet ? "s" : "g")
                && (isSet || metric.Numbers.Single().Equals(number == 0 ? 0d : number))
                && metric.Tags.SequenceEqual(expected?.Split(',') ?? []);
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(500));
    }

    [Test]
    public void Events_AnyTexts_AreReadAsTheyWereMeant()
    {
        Prop.ForAll<NonEmptyString, NonEmptyString, (string?, string?, string?)>((title, text, others) =>
        {
            string line = _scene.LineOf(to => to.Event(new DogStatsdEvent(title.Get, text.Get)
            {
                AggregationKey = others.Item1,
                Hostname = others.Item2,
                SourceType = others.Item3
            }, new[] { "a:b" }));
            ParsedEvent read = (ParsedEvent)DatagramParser.Parse(Encoding.UTF8.GetBytes(line)).Single();
            return read.Title == Unbroken(title.Get) && read.Text == Unbroken(text.Get) && read.Tags.Single() == "a:b";
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(500));

        // What is written for a line break is read as one, and so is the same in the text: the protocol has no escape for it.
        static string Unbroken(string text) => WellFormed(text).Replace("\r\n", "\n", StringComparison.Ordinal).Replace('\r', '\n').Replace(
            "\\n", "\n", StringComparison.Ordinal);
    }

    [Test]
    public void ServiceChecks_AnyTexts_AreReadAsTheyWereMeant()
    {
        Prop.ForAll<NonEmptyString, string?, string?>((name, message, host) =>
        {
            string wanted = WellFormed(name.Get).Replace("|", string.Empty, StringComparison.Ordinal)
                .Replace("\r", string.Empty, StringComparison.Ordinal).Replace("\n", string.Empty, StringComparison.Ordinal);
            IReadOnlyList<string> lines =
                _scene.LinesOf(to => to.ServiceCheck(name.Get, DogStatsdServiceStatus.Warning, message, new[] { "a:b" }, host));
            if (wanted.Length == 0)
            {
                return lines.Count == 0;
            }

            ParsedServiceCheck read = (ParsedServiceCheck)DatagramParser.Parse(Encoding.UTF8.GetBytes(string.Join('\n', lines))).Single();
            return read.Name == wanted && read.Status == 1 && read.Tags.Single() == "a:b";
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(500));
    }

    private static string WellFormed(string text) => Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text));
}
