using Easy.Logger.Loki;
using Easy.Logger.Loki.Labels;
using Easy.Logger.Tests.Loki.Foreign;
using log4net.Util;

namespace Easy.Logger.Tests.Loki;

/// <summary>What is logged is what other people's decoders read, by every way that it can be sent.</summary>
[Category("Loki")]
[Category("Servers")]
internal sealed class ForeignDeliveryTests
{
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
    public void Send_Texts_AreReadAsTheyWereInTheirOrder(LokiEncoding encoding, LokiCompression compression)
    {
        using LokiScene scene = Scene(encoding, compression);
        string[] texts = [.. _texts, string.Empty, new string('x', 200_000), "last"];

        scene.Send(texts);

        Assert.That(scene.Errors.Errors, Is.Empty);
        Assert.That(Receiver.AwaitEntries(texts.Length).Select(entry => entry.Line), Is.EqualTo(texts));
        Assert.That(Receiver.Entries.Select(entry => entry.Transport), Is.All.EqualTo(TransportOf(encoding)));
        Assert.That(Receiver.Errors, Is.Empty);
    }

    [TestCaseSource(nameof(_ways))]
    public void Send_LabelsAndMetadataOfAllKinds_AreReadAsTheyWere(LokiEncoding encoding, LokiCompression compression)
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

        scene.Send(
            Array.ConvertAll(_texts, text => scene.Event("line", Level.Error, properties: new PropertiesDictionary { ["text"] = text })));

        ForeignEntry[] entries = [.. Receiver.AwaitEntries(_texts.Length)];
        for (int i = 0; i < _texts.Length; i++)
        {
            Assert.That(entries[i].Tenant, Is.EqualTo("team-1"));
            Assert.That(
                entries[i].Labels,
                Is.EquivalentTo(new Dictionary<string, string>
                {
                    ["app"] = "shop",
                    ["level"] = "error",
                    ["fixed"] = _texts[1],
                    ["own"] = _texts[i],
                }));
            Assert.That(
                entries[i].Metadata, Is.EquivalentTo(new Dictionary<string, string> { ["first"] = _texts[i], ["second"] = "Shop.Orders" }));
        }

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
