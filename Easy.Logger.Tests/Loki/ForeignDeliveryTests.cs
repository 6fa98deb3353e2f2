using Easy.Logger.Loki;
using Easy.Logger.Loki.Labels;
using Easy.Logger.Tests.Loki.Foreign;
using Easy.Logger.Tests.Loki.Server;
using log4net.Util;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>
/// What is logged is what other people's decoders read, by every way that it can be sent; the contract server reads the same.
/// </summary>
[Category("Loki")]
[Category("Servers")]
internal sealed class ForeignDeliveryTests
{
    private const long Time = 1_700_000_000_123_456_789;

    private static readonly TestCaseData<LokiEncoding, LokiCompression>[] _ways =
    [
        new(LokiEncoding.Json, LokiCompression.None),
        new(LokiEncoding.Json, LokiCompression.Gzip),
        new(LokiEncoding.Protobuf, LokiCompression.Default),
        new(LokiEncoding.Grpc, LokiCompression.None),
        new(LokiEncoding.Grpc, LokiCompression.Gzip),
    ];

    private static readonly string[] _texts =
    [
        "plain", "a \"quoted\" 'text' \\ with "
            + "back\\slashes\\\"", "two\nlines\r\nand\ttabs", "😀 👩‍👩‍👧 𝄞", "é ü 中文 עברית", "{app=\"x\"}", "{\"a\":[1]}",
        "\u0001\u001F\u007F\u0085\u2028\uFEFF", "`$1` ${x} %s {0}",
    ];

    private ForeignReceiver? _receiver;

    private ForeignReceiver Receiver => _receiver!;

    [OneTimeSetUp]
    public static void SkipWithoutReceiver() => ForeignReceiver.SkipWithout();

    [SetUp]
    public void Start() => _receiver = new ForeignReceiver();

    [TearDown]
    public void End() => _receiver?.Dispose();

    [TestCaseSource(nameof(_ways))]
    public void Send_LinesLabelsAndMetadataOfAllKinds_AreReadAsTheyWereInTheirOrder(LokiEncoding encoding, LokiCompression compression)
    {
        using LokiScene scene = Scene(
            encoding,
            compression,
            appender =>
            {
                appender.Tenant = "team-1";
                appender.AddLabel(new LokiField { Name = "fixed", Value = _texts[1] });
                appender.AddLabel(new LokiField { Name = "own", Property = "text" });
                appender.AddMetadata(new LokiField { Name = "first", Property = "text" });
                appender.AddMetadata(new LokiField { Name = "second", Layout = new PatternLayout("%logger") });
            });
        string[] more = [string.Empty, new string('x', 200_000), "last"];

        scene.Send(
        [
            .. _texts.Select(text => scene.Event(text, Level.Error, properties: new PropertiesDictionary { ["text"] = text })),
            .. more.Select(text => scene.Event(text, Level.Error, properties: new PropertiesDictionary { ["text"] = "more" })),
        ]);

        Assert.That(scene.Errors.Errors, Is.Empty);
        ForeignEntry[] entries = [.. Receiver.AwaitEntries(_texts.Length + more.Length)];
        Assert.That(
            entries.Where(entry => entry.Labels["own"] == "more").Select(entry => entry.Line), Is.EqualTo(more), "the order of a stream");
        foreach (ForeignEntry entry in entries)
        {
            string text = more.Contains(entry.Line) ? "more" : entry.Line;
            Assert.That((entry.Transport, entry.Tenant), Is.EqualTo((TransportOf(encoding), "team-1")));
            Assert.That(
                entry.Labels,
                Is.EquivalentTo(new Dictionary<string, string>
                {
                    ["app"] = "shop",
                    ["level"] = "error",
                    ["fixed"] = _texts[1],
                    ["own"] = text,
                }));
            Assert.That(
                entry.Metadata, Is.EquivalentTo(new Dictionary<string, string> { ["first"] = text, ["second"] = "Shop.Orders" }));
        }

        Assert.That(entries.Select(entry => entry.Line), Is.EquivalentTo([.. _texts, .. more]));
        Assert.That(Receiver.Errors, Is.Empty);
    }

    /// <summary>Halves of characters and what else is no text: it arrives with what stands for it.</summary>
    [TestCaseSource(nameof(_ways))]
    public void Send_HalvesOfCharacters_AreReplaced(LokiEncoding encoding, LokiCompression compression)
    {
        using LokiScene scene = Scene(encoding, compression, appender => appender.AddLabel(new LokiField { Property = "own" }));

        scene.Send(scene.Event("a\uD83D", properties: new PropertiesDictionary { ["own"] = "\uDE00b" }));

        ForeignEntry entry = Receiver.AwaitEntries(1).Single();
        Assert.That((entry.Line, entry.Labels["own"]), Is.EqualTo(("a?", "?b")));
    }

    [TestCaseSource(nameof(_ways))]
    public void Send_Times_AreReadToTheTick(LokiEncoding encoding, LokiCompression compression)
    {
        using LokiScene scene = Scene(encoding, compression);
        DateTime now = DateTime.UtcNow;
        DateTime[] times = [DateTime.UnixEpoch.AddTicks(1), DateTime.UnixEpoch.AddSeconds(1), now.AddDays(-30), now.AddTicks(-1), now];

        scene.Send([.. times.Select(time => scene.Event($"{time.Ticks}", time: time)), scene.Event("again", time: now)]);

        long[] expected = [.. times.Select(time => (time.Ticks - DateTime.UnixEpoch.Ticks) * 100)];
        Assert.That(
            Receiver.AwaitEntries(times.Length + 1).Select(entry => entry.Time),
            Is.EqualTo([.. expected, expected[^1] + StreamClock.Series]));
    }

    [TestCaseSource(nameof(_ways))]
    public void Send_SeveralStreams_EachKeepsItsLabelsAndItsOrder(LokiEncoding encoding, LokiCompression compression)
    {
        using LokiScene scene = Scene(encoding, compression, appender => appender.AddLabel(new LokiField { Property = "region" }));
        Level[] levels = [Level.Info, Level.Warn, Level.Error];
        LoggingEvent[] events =
            [.. Enumerable.Range(0, 300).Select(i => scene.Event(
                $"{i}", levels[i * i % 7 % 3], properties: new PropertiesDictionary { ["region"] = i % 2 == 0 ? "a" : "b" }))];

        scene.Send(events);

        ForeignEntry[] entries = [.. Receiver.AwaitEntries(events.Length)];
        Assert.That(entries.Select(entry => int.Parse(entry.Line)), Is.EquivalentTo(Enumerable.Range(0, events.Length)));
        string[] names = ["info", "warning", "error"];
        foreach (ForeignEntry entry in entries)
        {
            int i = int.Parse(entry.Line);
            Assert.That((entry.Labels["level"], entry.Labels["region"]), Is.EqualTo((names[i * i % 7 % 3], i % 2 == 0 ? "a" : "b")));
        }

        foreach (IGrouping<(string, string), ForeignEntry> stream in entries.GroupBy(
            entry => (entry.Labels["level"], entry.Labels["region"])))
        {
            Assert.That(stream.Select(entry => int.Parse(entry.Line)), Is.Ordered);
            Assert.That(stream.Select(entry => entry.Time), Is.Ordered.And.Unique);
        }
    }

    /// <summary>Two decoders that share no line of code.</summary>
    [Test]
    public void ContractServer_SameBytes_ReadsTheSame()
    {
        using ContractServer server = ContractServer.Start(
            new LokiLimits { OldestLine = TimeSpan.FromDays(40_000), FarthestAhead = TimeSpan.FromDays(40_000) });

        string[] texts = [.. _texts, string.Empty, new string('x', 200_000)];
        byte[] message = Push.ProtobufOf(texts.Select((text, i) => Push.ProtobufStream(
            Selector(LabelsOf(text)), Push.ProtobufEntry(Time + i, text, MetadataOf(text).Select(pair => (pair.Key, pair.Value))))));

        foreach ((Uri http, Uri grpc) in new[] { (Receiver.Url, Receiver.GrpcUrl), (server.Url, server.GrpcUrl) })
        {
            using RawSender sender = new(http, grpc);
            Assert.That(sender.Snappy(message).Status, Is.EqualTo(204), string.Join('\n', Receiver.Errors));
        }

        ForeignEntry[] foreign = [.. Receiver.AwaitEntries(texts.Length)];
        StoredEntry[] own = [.. server.Stored];
        Assert.That(own, Has.Length.EqualTo(foreign.Length));
        for (int i = 0; i < own.Length; i++)
        {
            Assert.That((own[i].TimestampNanoseconds, own[i].Line), Is.EqualTo((foreign[i].Time, foreign[i].Line)));
            Assert.That(own[i].Labels, Is.EqualTo(foreign[i].Labels));
            Assert.That(own[i].Metadata, Is.EqualTo(foreign[i].Metadata));
        }
    }

    // Long ones would be refused where this is compared.
    private static Dictionary<string, string> LabelsOf(string text) => text.Length is 0 or > 1000
        ? new() { ["app"] = "x" }
        : new() { ["app"] = "x", ["text"] = text };

    private static Dictionary<string, string> MetadataOf(string text) =>
        text.Length > 1000 ? [] : new() { ["first"] = text, ["second"] = "2" };

    private static string Selector(Dictionary<string, string> labels)
    {
        IEnumerable<string> pairs = labels.Select(label => $"{label.Key}=\"{label.Value
            .Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal)
                .Replace("\n", "\\n", StringComparison.Ordinal)}\"");
        return $"{{{string.Join(", ", pairs)}}}";
    }

    private static string TransportOf(LokiEncoding encoding) => encoding switch
    {
        LokiEncoding.Json => "json",
        LokiEncoding.Protobuf => "protobuf",
        _ => "grpc",
    };

    private LokiScene Scene(LokiEncoding encoding, LokiCompression compression, Action<LokiAppender>? configure = null) => new(
        appender =>
        {
            appender.Url = (encoding == LokiEncoding.Grpc ? Receiver.GrpcUrl : Receiver.Url).ToString();
            appender.Compression = compression;
            configure?.Invoke(appender);
        },
        encoding);
}
