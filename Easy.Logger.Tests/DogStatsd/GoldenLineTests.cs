using Easy.Logger.DogStatsd;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>What a sender writes is what other people's servers were asked about, byte for byte.</summary>
[Category("DogStatsd")]
internal sealed class GoldenLineTests
{
    private static readonly string[] _prod = ["env:prod"];
    private static readonly string[] _both = ["env:prod", "region:eu"];
    private static readonly DateTimeOffset _past = DateTimeOffset.FromUnixTimeSeconds(1_700_000_000);

    private static IEnumerable<TestCaseData> Calls =>
    [
        Call(GoldenLines.Counter, to => to.Counter("shop.orders", 3)),
        Call(GoldenLines.NegativeCounter, to => to.Counter("shop.stock", -4)),
        Call(GoldenLines.LargeCounter, to => to.Counter("shop.bytes", 9_007_199_254_740_991)),
        Call(GoldenLines.FractionalCounter, to => to.Counter("shop.weight", 2.5)),
        Call(GoldenLines.Gauge, to => to.Gauge("shop.load", 17)),
        Call(GoldenLines.FractionalGauge, to => to.Gauge("shop.temperature", 21.5)),
        Call(GoldenLines.NegativeGauge, to => to.Gauge("shop.depth", -5.25)),
        Call(GoldenLines.Timer, to => to.Timer("shop.checkout", 120)),
        Call(GoldenLines.FractionalTimer, to => to.Timer("shop.query", 0.25)),
        Call(GoldenLines.Set, to =>
        {
            to.Set("shop.users", "alice");
            to.Set("shop.users", "bob");
            to.Set("shop.users", "alice");
        }),
        Call(GoldenLines.Histogram, to => to.Histogram("shop.size", 512)),
        Call(GoldenLines.Distribution, to => to.Distribution("shop.latency", 3.5)),
        Call(GoldenLines.TaggedCounter, to => to.Counter("shop.sales", 1, _both)),
        Call(GoldenLines.TaggedGauge, to => to.Gauge("shop.queue", 4, _both)),
        Call(GoldenLines.TaggedTimer, to => to.Timer("shop.search", 35, _both)),
        Call(GoldenLines.TaggedSet, to => to.Set("shop.carts", "42", _both)),
        Call(GoldenLines.TaggedHistogram, to => to.Histogram("shop.lines", 7, _both)),
        Call(GoldenLines.BareTag, to => to.Counter("shop.canaries", 1, new[] { "canary" })),
        Call(GoldenLines.TagOfColons, to => to.Counter("shop.links", 1, new[] { "url:http://a/b" })),
        Call(GoldenLines.TagOfLetters, to => to.Counter("shop.cities", 1, new[] { "city:Z\u00FCrich" })),
        Call(GoldenLines.TagOfWords, to => to.Counter("shop.names", 1, new[] { "full:two words" })),
        Call(GoldenLines.TimestampLast, to => to.Counter("shop.past", 1, _prod, timestamp: _past)),
        Call(GoldenLines.PackedTimer, to => to.Timer("shop.waits", [10, 20, 30])),
        Call(GoldenLines.PackedHistogram, to => to.Histogram("shop.sizes", [4, 5, 6], _prod)),
        Call(GoldenLines.Event, to => to.Event(new DogStatsdEvent("title", "text") { AlertType = DogStatsdAlertType.Error }, _prod)),
        Call(GoldenLines.ServiceCheck, to => to.ServiceCheck("shop.db", DogStatsdServiceStatus.Ok, "fine", _prod)),
        Call(GoldenLines.ContainerLast, to => to.Counter("shop.pods", 1, _prod), options => options.ContainerId = "ci-0a1b"),
        Call(
            GoldenLines.CardinalityLast,
            to => to.Counter("shop.cards", 1, _prod),
            options => options.Cardinality = DogStatsdCardinality.Low),
    ];

    [TestCaseSource(nameof(Calls))]
    public void Sender_Call_WritesTheLine(string expected, Action<DogStatsdSender> call, Action<DogStatsdSenderOptions>? configure)
    {
        using SenderScene scene = new(configure);

        Assert.That(string.Join('\n', scene.LinesOf(call)), Is.EqualTo(expected));
    }

    private static TestCaseData Call(string line, Action<DogStatsdSender> call, Action<DogStatsdSenderOptions>? configure = null) =>
        new TestCaseData(line, call, configure).SetArgDisplayNames(line.Replace('\n', ' '));
}
