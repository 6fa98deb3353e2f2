using Easy.Logger.DogStatsd.Configuration;
using FsCheck;
using FsCheck.Fluent;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Metrics, events and service checks, byte for byte as the documented grammar has them, whatever is in their texts.</summary>
[Category("DogStatsd")]
internal sealed class LineTests : IDisposable
{
    private const int MaxBytes = 8_192;
    private const string Time = "1656581400";

    private static readonly string?[] _tags = ["a:b", "c"];
    private static readonly KeyValuePair<string, string?>[] _pairs = [new("a", "b"), new("c", null)];
    private static readonly double[] _values = [1, 2.5, -3];
    private static readonly DateTimeOffset _time = DateTimeOffset.FromUnixTimeSeconds(1_656_581_400);

    private readonly SenderScene _scene = new();

    private static IEnumerable<GoldenLine> Written =>
    [
        .. GoldenLine.All.Where(line => line.Call is not null),
        Line($"a:15|g|T{Time}", to => to.Gauge("a", 15, timestamp: _time)),
        Line("before.the.epoch:15|g", to => to.Gauge("before.the.epoch", 15, timestamp: DateTimeOffset.MinValue)),
        Line("array:1|c|#env:test,a:b,c", to => to.Counter("array", 1, _tags), HasTag),
        Line("pairs:1|c|#env:test,a:b,c", to => to.Counter("pairs", 1, _pairs), HasTag),
        Line("span:1|c|#env:test,a:b,c", to => to.Counter("span", 1, new ReadOnlySpan<string?>(_tags)), HasTag),
        Line(
            "span.of.pairs:1|c|#env:test,a:b,c",
            to => to.Counter("span.of.pairs", 1, new ReadOnlySpan<KeyValuePair<string, string?>>(_pairs)),
            HasTag),
        Line("null:1|c|#env:test", to => to.Counter("null", 1, (string?[]?)null), HasTag),

        // what is in a name or a member ends nothing
        Line("p.Class.Method:1|c", to => to.Counter("Class::Method", 1), options => options.Prefix = "p."),
        Line("a_b_c_d__e:1|c", to => to.Counter("a:b|c@d\r\ne", 1)),
        Line("a:__1_x_y,z|s", to => to.Set("a", "::1|x\ny,z")),

        // with _sc a service check begins, with _e{ an event
        .. Named("_scheduler.jobs", "scheduler.jobs"),
        .. Named("_e{1,1", "e{1,1"),
        .. Named("_events", "_events"),
        Line("a:1|g|#a:b,c|card:high", to => to.Gauge("a", 1, new DogStatsdTags(_tags).WithCardinality(DogStatsdCardinality.High)), IsLow),
        Line("b:c|s|card:none", to => to.Set("b", "c", default(DogStatsdTags).WithCardinality(DogStatsdCardinality.None)), IsLow),
        Line(
            "_sc|d|0|card:orchestrator",
            to => to.ServiceCheck("d", 0, tags: default(DogStatsdTags).WithCardinality(DogStatsdCardinality.Orchestrator)),
            IsLow),
        Line(
            $"_e{{5,18}}:caf\u00E9|first\\nsecond \uD83D\uDE00|d:{Time}|h:host|k:key|p:low|s:log4net|t:error|#env:test,a:b,c",
            to => to.Event(
                new DogStatsdEvent("caf\u00E9", "first\r\nsecond \uD83D\uDE00")
                {
                    Timestamp = _time,
                    Hostname = "ho|st",
                    AggregationKey = "key",
                    SourceType = "log4net",
                    IsLowPriority = true,
                    AlertType = DogStatsdAlertType.Error,
                },
                _tags),
            HasTag),
        Line("_e{1,1}:a|a|t:success", to => to.Event(new DogStatsdEvent("a", string.Empty) { AlertType = DogStatsdAlertType.Success })),
        Line(
            $"_sc|Redisconn|2|d:{Time}|h:host|#a:b,c|m:timed\\nout m\\:12",
            to => to.ServiceCheck("Redis|conn", DogStatsdServiceStatus.Critical, "timed\nout m:1|2", _tags, "host", _time),
            options => options.TagsLast = true),
        Line("_sc|a|3", to => to.ServiceCheck("a", DogStatsdServiceStatus.Unknown, string.Empty)),

        // what is taken out between the two would leave behind what would begin another message
        Line("_sc|a|0|m:m\\:x", to => to.ServiceCheck("a", DogStatsdServiceStatus.Ok, "m|:x")),

        // servers that know no fields but the sample rate refuse a line with one before the tags, and glue one behind them to the last tag
        Line(AllKinds($"|T{Time}", "|c:83c0a99c|e:it-false,cn-nginx|card:low"), SendAllKinds, HasOrigin),
        Line(AllKinds(string.Empty, string.Empty), SendAllKinds, options =>
        {
            HasOrigin(options);
            options.TagsLast = true;
        }),
    ];

    public void Dispose() => _scene.Dispose();

    /// <summary>What a sender writes is what other people's servers were asked about, byte for byte.</summary>
    [TestCaseSource(nameof(Written))]
    public void Sender_Call_WritesTheLine(GoldenLine line)
    {
        using SenderScene scene = new(line.Configure);

        Assert.That(string.Join('\n', scene.LinesOf(line.Call!)), Is.EqualTo(line.Text));
        Assert.That(scene.Transport.Parsed, Is.Not.Empty, "it is as documented");
    }

    /// <summary>Lengths in characters would be too short as soon as one has two bytes, and the agent would drop the event.</summary>
    [Test]
    public void EventAndServiceCheck_TooLong_AreCutBetweenCharacters(
        [Values("x", "\u00E9", "\u20AC", "\uD83D\uDE00", "\n", "m:")] string piece)
    {
        for (int offset = 0; offset < 5; offset++)
        {
            string text = new string('-', offset) + string.Concat(Enumerable.Repeat(piece, 9_000));

            string sent = _scene.LineOf(to => to.Event(new DogStatsdEvent(text, text), _tags));
            string check = _scene.LineOf(to => to.ServiceCheck("a", DogStatsdServiceStatus.Warning, text));

            Assert.That(Encoding.UTF8.GetByteCount(sent), Is.InRange(MaxBytes - 32, MaxBytes));
            Assert.That(Encoding.UTF8.GetByteCount(check), Is.InRange(MaxBytes - 4, MaxBytes));
            ParsedEvent parsed = (ParsedEvent)_scene.Transport.Parsed[^2];
            Assert.That(parsed.Tags, Is.EqualTo(_tags));
            Assert.That(parsed.Title.Length, Is.InRange(341, 1_024)); // so many characters of three bytes, or of one
            Assert.That(text, Does.StartWith(parsed.Title));
            Assert.That(text, Does.StartWith(parsed.Text).And.StartWith(((ParsedServiceCheck)_scene.Transport.Parsed[^1]).Message!));
        }
    }

    /// <summary>What is not written needs no room: neither the mark of tags that are not there nor that of a host.</summary>
    [Test]
    public void Line_AsLongAsItMayBe_IsSentAndLongerOnesAreCounted([Values(0, 1, 2)] int less)
    {
        string name = new('n', MaxBytes - 4 - less);

        Assert.That(_scene.LineOf(to => to.Counter(name, 1, new[] { null, "|" })), Is.EqualTo($"{name}:1|c"));
        Assert.That(
            _scene.LineOf(to => to.ServiceCheck(name.Substring(2), DogStatsdServiceStatus.Ok, hostname: "|")),
            Is.EqualTo($"_sc|{name.Substring(2)}|0"));
        Assert.That(_scene.LinesOf(to => to.Counter(new string('n', MaxBytes - 3), 1)), Is.Empty);
        Assert.That(_scene.LinesOf(to => to.Event(new DogStatsdEvent("a", "b"), new[] { new string('x', 9_000) })), Is.Empty);
        Assert.That(_scene.LinesOf(to => to.Event(new DogStatsdEvent("a", "b"), new[] { new string('x', 8_180) })), Is.Empty);
        Assert.That(_scene.Sender.Statistics.TooLarge, Is.EqualTo(3));
    }

    [Test]
    public void SampleRate_Share_IsSentWithItsRate()
    {
        using SenderScene scene = new(options => options.MaxPacketBytes = OptionBounds.MaxPacketBytes.Max);
        for (int i = 0; i < 20_000; i++)
        {
            scene.Sender.Counter("a", 1, sampleRate: 0.25);
            scene.Sender.Counter("none", 1, sampleRate: 0);
            scene.Sender.Counter("none", 1, sampleRate: -1);
        }

        scene.Sender.Counter("all", 1, sampleRate: 2);
        scene.Flush();

        // 5,000 are expected; with a standard deviation of 61 it will never be 500 off.
        IReadOnlyList<string> sampled = [.. scene.Transport.Lines.Where(line => line == "a:1|c|@0.25")];
        Assert.That(sampled, Has.Count.InRange(4_500, 5_500));
        Assert.That(scene.Transport.Lines.Except(sampled), Is.EqualTo(new[] { "all:1|c" }));
        Assert.That(scene.Sender.Statistics.Accepted, Is.EqualTo(sampled.Count + 1));
    }

    [Test]
    public void Invalid_Calls_AreCountedAndNotSent()
    {
        DogStatsdSender sender = _scene.Sender;

        sender.Counter(string.Empty, 1);
        sender.Gauge("a", double.NaN);
        sender.Histogram("a", [1, double.PositiveInfinity]);
        sender.Distribution("a", [double.NegativeInfinity, 1]);
        sender.Histogram("a", []);
        sender.Set("a", string.Empty);
        sender.Set(string.Empty, "a");
        sender.Set("a", "a", sampleRate: double.NaN);
        sender.Timer("a", 1, sampleRate: double.NaN);
        sender.Event(new DogStatsdEvent(string.Empty, "text"));
        sender.ServiceCheck("|", DogStatsdServiceStatus.Ok);
        sender.ServiceCheck("a", (DogStatsdServiceStatus)4);
        sender.Counter("b", 1);
        _scene.Flush();

        Assert.That(_scene.Transport.Lines, Is.EqualTo(new[] { "b:1|c" }));
        Assert.That(
            (sender.Statistics.Accepted, sender.Statistics.Invalid, sender.Statistics.Sent, sender.Statistics.Pending),
            Is.EqualTo((13L, 12L, 1L, 0L)));
    }

    [Test]
    public void Null_WhereNoneIsExpected_Throws()
    {
        DogStatsdSender sender = _scene.Sender;

        Assert.That(() => sender.Counter(null!, 1), Throws.ArgumentNullException);
        Assert.That(() => sender.Histogram(null!, _values), Throws.ArgumentNullException);
        Assert.That(() => sender.Distribution(null!, _values), Throws.ArgumentNullException);
        Assert.That(() => sender.Timer(null!, _values), Throws.ArgumentNullException);
        Assert.That(() => sender.Set("a", null!), Throws.ArgumentNullException);
        Assert.That(() => sender.Set(null!, "a"), Throws.ArgumentNullException);
        Assert.That(() => sender.Event(null!), Throws.ArgumentNullException);
        Assert.That(() => sender.ServiceCheck(null!, DogStatsdServiceStatus.Ok), Throws.ArgumentNullException);
        Assert.That(() => new DogStatsdTagSerializer().WriteTo(null!, ReadOnlySpan<string?>.Empty), Throws.ArgumentNullException);
        Assert.That(() => new DogStatsdEvent(null!, "a"), Throws.ArgumentNullException);
        Assert.That(() => new DogStatsdEvent("a", null!), Throws.ArgumentNullException);
        Assert.That(sender.Statistics.Accepted, Is.Zero);
    }

    /// <summary>Whatever the application passes, an agent reads one line of it, with these values and these tags.</summary>
    [Test]
    public void Metrics_AnyTexts_AreReadAsTheyWereMeant()
    {
        Prop.ForAll<(string? Name, string? Member, (string?, string?)[] Tags), double, bool>((texts, number, isSet) =>
        {
            KeyValuePair<string, string?>[] tags = [.. texts.Tags.Select(tag => new KeyValuePair<string, string?>(tag.Item1!, tag.Item2))];
            long invalid = _scene.Sender.Statistics.Invalid;
            string name = texts.Name ?? string.Empty;
            string member = texts.Member ?? string.Empty;

            ParsedMetric? metric =
                ReadBack<ParsedMetric>(isSet ? to => to.Set(name, member, tags) : to => to.Gauge(name, number, tags));

            bool isValid = name.Length > 0 && (isSet ? member.Length > 0 : double.IsFinite(number));
            return isValid
                ? metric!.Type == (isSet ? "s" : "g")
                    && (isSet || metric.Numbers.Single().Equals(number == 0 ? 0d : number))
                    && metric.Tags.SequenceEqual(new DogStatsdTagSerializer().Format(tags)?.Split(',') ?? [])
                : metric is null && _scene.Sender.Statistics.Invalid == invalid + 1;
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(500));
    }

    /// <summary>The reader of these tests would hide their failures if it took what is not in the grammar.</summary>
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

    private static GoldenLine Line(string text, Action<DogStatsdSender> call, Action<DogStatsdSenderOptions>? configure = null) =>
        new(text, [], [], call, configure);

    private static IEnumerable<GoldenLine> Named(string name, string expected) =>
    [
        Line($"{expected}:1|c", to => to.Counter(name, 1)),
        Line($"{expected}:a|s", to => to.Set(name, "a")),
        Line($"{expected}:1|g", to => to.Gauge(name.Substring(2), 1), options => options.Prefix = name.Substring(0, 2)),
    ];

    private static void HasTag(DogStatsdSenderOptions options) => options.Tags = new DogStatsdTagSerializer(["env:test"]);

    private static void IsLow(DogStatsdSenderOptions options) => options.Cardinality = DogStatsdCardinality.Low;

    private static void HasOrigin(DogStatsdSenderOptions options)
    {
        HasTag(options);
        IsLow(options);
        options.ContainerId = "83c0a99c\n";
        options.ExternalData = "it-false,cn-nginx";
    }

    private static void SendAllKinds(DogStatsdSender to)
    {
        to.Counter("a", 1, _tags, sampleRate: 0.999_999, timestamp: _time);
        to.Set("a", "m", _tags);
        to.Event(new DogStatsdEvent("b", "c"), _tags);
        to.ServiceCheck("d", DogStatsdServiceStatus.Ok, "why", _tags);
    }

    private static string AllKinds(string time, string origin)
    {
        string rest = $"|#env:test,a:b,c{origin}";
        return $"a:1|c|@0.999999|#env:test,a:b,c{time}{origin}\na:m|s{rest}\n_e{{1,1}}:b|c{rest}\n_sc|d|0{rest}|m:why";
    }

    private T? ReadBack<T>(Action<DogStatsdSender> call)
        where T : ParsedLine =>
        (T?)DatagramParser.Parse(Encoding.UTF8.GetBytes(string.Join('\n', _scene.LinesOf(call)))).SingleOrDefault();
}
