using Easy.Logger.Loki;
using Easy.Logger.Loki.Labels;
using Easy.Logger.Tests.Loki.Foreign;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>What is logged is what the contract server and other people's decoders read, by every way that it can be sent.</summary>
[TestFixture(false)]
[TestFixture(true, Category = "Servers")]
[Category("Loki")]
internal sealed class ReadBackTests(bool isForeign)
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
        "plain <b>&'", "a \"quoted\" 'text' \\ with "
            + "back\\slashes\\\"", "two\nlines\r\nand\ttabs", "😀 👩‍👩‍👧 𝄞", "é ü 中文 עברית", "{app=\"x\"}", "{\"a\":[1]}",
        "\u0001\u001F\u007F\u0085\u2028\uFEFF", "`$1` ${x} %s {0}",
    ];

    private readonly ContractServer _server = new(new LokiLimits
    {
        OldestLine = TimeSpan.FromDays(40_000),
        FarthestAhead = TimeSpan.FromDays(40_000),
        RequiresTenant = true,
    });

    private ForeignReceiver? _receiver;

    [SetUp]
    public void Start() => _receiver = isForeign ? ForeignReceiver.Start() : null;

    [TearDown]
    public void End()
    {
        _receiver?.Dispose();
        _server.Dispose();
    }

    [TestCaseSource(nameof(_ways))]
    public void Send_LinesLabelsAndMetadataOfAllKinds_AreReadAsTheyWereInTheirOrder(LokiEncoding encoding, LokiCompression compression)
    {
        using LokiScene scene = Scene(encoding, compression);
        string[] more = [string.Empty, new string('x', 200_000), "last"];
        // Halves of characters are no text: they arrive with what stands for them.
        (string Line, string Own)[] sent =
            [.. _texts.Select(text => (text, text)), .. more.Select(text => (text, "more")), ("a\uD83D", "\uDE00b")];
        (string Line, string Own)[] expected = [.. sent[..^1], ("a?", "?b")];

        scene.Send([.. sent.Select(one => scene.Event(one.Line, Level.Error, properties: new() { ["own"] = one.Own }))]);

        Assert.That(scene.Errors.Errors, Is.Empty);
        ForeignEntry[] entries = Await(sent.Length);
        Assert.That(entries.Select(entry => (entry.Line, entry.Labels["own"])), Is.EquivalentTo(expected));
        Assert.That(
            entries.Where(entry => entry.Labels["own"] == "more").Select(entry => entry.Line), Is.EqualTo(more), "the order of a stream");
        string? transport = isForeign ? encoding.ToString().ToLowerInvariant() : null;
        foreach (ForeignEntry entry in entries)
        {
            string own = entry.Labels["own"];
            Dictionary<string, string> labels = new() { ["app"] = "shop", ["level"] = "error", ["fixed"] = _texts[1], ["own"] = own };
            Assert.That((entry.Transport, entry.Tenant), Is.EqualTo((transport, "team-1")));
            Assert.That(entry.Labels, Is.EquivalentTo(labels));
            Assert.That(entry.Metadata, Is.EquivalentTo(new Dictionary<string, string> { ["first"] = own, ["second"] = "Shop.Orders" }));
        }

        Assert.That(_receiver?.Errors ?? [], Is.Empty);
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(sent.Length, sent.Length, 0, 0, 0, 0)));
    }

    [TestCaseSource(nameof(_ways))]
    public void Send_SeveralStreamsAndTimes_EachIsReadToTheTickInItsOrder(LokiEncoding encoding, LokiCompression compression)
    {
        using LokiScene scene = Scene(encoding, compression);
        Level[] levels = [Level.Info, Level.Warn, Level.Error];
        string[] names = ["info", "warning", "error"];
        DateTime now = DateTime.UtcNow;
        DateTime[] times = [DateTime.UnixEpoch.AddTicks(1), DateTime.UnixEpoch.AddSeconds(1), now.AddDays(-30), now.AddTicks(-1), now, now];

        scene.Send(
        [
            .. times.Select((time, i) => scene.Event($"{i}", Level.Debug, time: time, properties: new() { ["own"] = "times" })),
            .. Enumerable.Range(0, 300).Select(i => scene.Event(
                $"{i}", levels[i * i % 7 % 3], properties: new() { ["own"] = i % 2 == 0 ? "a" : "b" })),
        ]);

        ILookup<bool, ForeignEntry> entries = Await(times.Length + 300).ToLookup(entry => entry.Labels["own"] == "times");
        long[] expected = [.. times.Select(time => (time.Ticks - DateTime.UnixEpoch.Ticks) * 100)];
        Assert.That(
            entries[true].Select(entry => entry.Time), Is.EqualTo([.. expected[..^1], expected[^1] + StreamClock.Series]), "each once");
        Assert.That(entries[false].Select(entry => int.Parse(entry.Line)), Is.EquivalentTo(Enumerable.Range(0, 300)));
        foreach (ForeignEntry entry in entries[false])
        {
            int i = int.Parse(entry.Line);
            Assert.That((entry.Labels["level"], entry.Labels["own"]), Is.EqualTo((names[i * i % 7 % 3], i % 2 == 0 ? "a" : "b")));
        }

        foreach (IGrouping<(string, string), ForeignEntry> stream in entries[false].GroupBy(
            entry => (entry.Labels["level"], entry.Labels["own"])))
        {
            Assert.That(stream.Select(entry => int.Parse(entry.Line)), Is.Ordered);
            Assert.That(stream.Select(entry => entry.Time), Is.Ordered.And.Unique);
        }

        Assert.That(
            _server.Requests.Select(request => request.Streams),
            isForeign ? Is.Empty : Is.EqualTo([7]), "three levels of two, and one for the times");
    }

    private ForeignEntry[] Await(int count) => _receiver is not null ? _receiver.AwaitEntries(count) :
    [
        .. _server.Stored.Select(entry => new ForeignEntry(
            Transport: null, entry.Tenant, entry.Labels, entry.TimestampNanoseconds, entry.Line, entry.Metadata)),
    ];

    private LokiScene Scene(LokiEncoding encoding, LokiCompression compression) =>
        new(encoding: encoding, server: _server, configure: appender =>
        {
            appender.Url = (encoding == LokiEncoding.Grpc ? _receiver?.GrpcUrl : _receiver?.Url)?.ToString() ?? appender.Url;
            appender.Compression = compression;
            appender.Tenant = "team-1";
            appender.RetryLimit = 0; // what cannot be read is not sent again for ten minutes
            appender.AddLabel(new LokiField { Name = "fixed", Value = _texts[1] });
            appender.AddLabel(new LokiField { Property = "own" });
            appender.AddMetadata(new LokiField { Name = "first", Property = "own" });
            appender.AddMetadata(new LokiField { Name = "second", Layout = new PatternLayout("%logger") });
        });
}
