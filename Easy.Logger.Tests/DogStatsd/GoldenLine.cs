namespace Easy.Logger.Tests.DogStatsd;

/// <summary>A datagram, and what servers of other people make of it. Every metric has its own name, so one server can get all.</summary>
/// <param name="Text">The datagram.</param>
/// <param name="Statsd">What npm's statsd has of it: of tags the letters of ASCII, as a part of the name.</param>
/// <param name="Netdata">What netdata has of it; nothing of what it does not know.</param>
/// <param name="Call">What a sender writes it for; nothing where that is up to chance or the sender does not write it.</param>
/// <param name="Configure">How that sender is made.</param>
internal sealed record GoldenLine(
    string Text, string[] Statsd, string[] Netdata, Action<DogStatsdSender>? Call = null, Action<DogStatsdSenderOptions>? Configure = null)
{
    private const double Largest = 9_007_199_254_740_991; // from here on not every integer is a double

    private static readonly string[] _prod = ["env:prod"];
    private static readonly string[] _both = ["env:prod", "region:eu"];
    private static readonly DateTimeOffset _past = DateTimeOffset.FromUnixTimeSeconds(1_700_000_000);

    public static IReadOnlyList<GoldenLine> All { get; } =
    [
        Alike("shop.orders:3|c", "counter shop.orders 3", to => to.Counter("shop.orders", 3)),
        Alike("shop.stock:-4|c", "counter shop.stock -4", to => to.Counter("shop.stock", -4)),
        Alike("shop.bytes:9007199254740991|c", "counter shop.bytes 9007199254740991", to => to.Counter("shop.bytes", Largest)),
        // netdata counts in integers
        One("shop.weight:2.5|c", "counter * 2.5", "counter * 2", to => to.Counter("shop.weight", 2.5)),
        Alike("shop.views:2|c|@0.1", "counter shop.views 20"),
        Alike("shop.temperature:21.5|g", "gauge shop.temperature 21.5", to => to.Gauge("shop.temperature", 21.5)),
        Alike("shop.depth:-5.25|g", "gauge shop.depth -5.25", to => to.Gauge("shop.depth", -5.25)),
        // with a sign it is a difference, except to nothing or zero
        Alike("shop.balance:10|g\nshop.balance:-3|g", "gauge shop.balance 7"),
        Alike("shop.debt:10|g\nshop.debt:0|g\nshop.debt:-3|g", "gauge shop.debt -3"),
        Timer("shop.query:0.25|ms", "0.25 of 1", "0.25", to => to.Timer("shop.query", 0.25)),
        Timer("shop.render:8|ms|@0.5", "8 of 2", "8"),
        new("shop.users:al|s\nshop.users:bo|s\nshop.users:al|s", ["set shop.users al bo"], ["set shop.users 2 of 3"],
            to => Array.ForEach(["al", "bo", "al"], user => to.Set("shop.users", user))),
        // types that statsd does not know are counters to it, and a distribution to netdata a dictionary, which counts texts
        One("shop.size:512|h", "counter * 512", "histogram * 512 from 512 to 512", to => to.Histogram("shop.size", 512)),
        One("shop.latency:3.5|d", "counter * 3.5", "dictionary * 3.5=1", to => to.Distribution("shop.latency", 3.5)),
        Tagged("shop.sales:1|c|#env:prod,region:eu", ";env=prod;region=eu", to => to.Counter("shop.sales", 1, _both)),
        One("shop.queue:4|g|#env:prod,region:eu", "gauge *;env=prod;region=eu 4", "gauge * 4", to => to.Gauge("shop.queue", 4, _both)),
        One("shop.find:35|ms|#env:prod", "timer *;env=prod 35 of 1", "timer * 35 from 35 to 35", to => to.Timer("shop.find", 35, _prod)),
        One("shop.carts:42|s|#env:prod,region:eu", "set *;env=prod;region=eu 42", "set * 1 of 1", to => to.Set("shop.carts", "42", _both)),
        One("shop.lines:7|h|#env:prod", "counter *;env=prod 7", "histogram * 7 from 7 to 7", to => to.Histogram("shop.lines", 7, _prod)),
        One("shop.clicks:5|c|@0.5|#env:prod", "counter *;env=prod 10", "counter * 10"),
        Tagged("shop.canaries:1|c|#canary", ";canary", to => to.Counter("shop.canaries", 1, new[] { "canary" })),
        Tagged("shop.links:1|c|#url:http://a/b", ";url=http--a-b", to => to.Counter("shop.links", 1, new[] { "url:http://a/b" })),
        Tagged("shop.cities:1|c|#city:Zürich", ";city=Zrich", to => to.Counter("shop.cities", 1, new[] { "city:Z\u00FCrich" })),
        Tagged("shop.names:1|c|#full:two words", ";full=two_words", to => to.Counter("shop.names", 1, new[] { "full:two words" })),
        // an @ begins a sample rate for netdata, in a tag as well; it takes none below a thousandth
        One("shop.mails:1|c|#user:a@b,env:prod", "counter *;user=ab;env=prod 1", "counter * 1000"),
        Tagged("shop.issues:1|c|#issue:a#b,env:prod", ";issue=ab;env=prod"),
        One("shop.parcels:1|c|#env:prod,family:night", "counter *;env=prod;family=night 1", "counter * 1 in night"),
        // fields after the tags are glued to the last of them, and statsd refuses them before
        Tagged("shop.pods:1|c|#env:prod|c:ci-0a1b", ";env=prodcci-0a1b", to => to.Counter("shop.pods", 1, _prod), HasContainer),
        Tagged(
            "shop.past:1|c|#env:prod|T1700000000", ";env=prodT1700000000", to => to.Counter("shop.past", 1, _prod, timestamp: _past)),
        One("shop.older:1|c|T1700000000|#env:prod", "bad *:1|c|T1700000000|#env:prod", "counter * 1"),
        Tagged("shop.cards:1|c|#env:prod|card:low", ";env=prodcardlow", to => to.Counter("shop.cards", 1, _prod), IsLow),
        // of packed values only the last has a type for statsd
        new(
            "shop.waits:10:20:30|ms",
            ["timer shop.waits 30 of 1", "bad shop.waits:10:20:30|ms", "bad shop.waits:10:20:30|ms"],
            ["timer shop.waits 10 from 10 to 10"],
            to => to.Timer("shop.waits", [10, 20, 30])),
        new(
            "shop.sizes:4:5:6|h|#env:prod",
            ["counter shop.sizes;env=prod 6", "bad shop.sizes:4:5:6|h|#env:prod", "bad shop.sizes:4:5:6|h|#env:prod"],
            ["histogram shop.sizes 4 from 4 to 4"],
            to => to.Histogram("shop.sizes", [4, 5, 6], _prod)),
        new(
            "_e{5,4}:title|text|t:error|#env:prod",
            ["bad _e{5,4}:title|text|t:error|#env:prod", "bad _e{5,4}:title|text|t:error|#env:prod"],
            [],
            to => to.Event(new DogStatsdEvent("title", "text") { AlertType = DogStatsdAlertType.Error }, _prod)),
        new(
            "_sc|shop.db|0|#env:prod|m:fine",
            ["bad _sc|shop.db|0|#env:prod|m:fine"],
            [],
            to => to.ServiceCheck("shop.db", DogStatsdServiceStatus.Ok, "fine", _prod)),
    ];

    private static void HasContainer(DogStatsdSenderOptions options) => options.ContainerId = "ci-0a1b";

    private static void IsLow(DogStatsdSenderOptions options) => options.Cardinality = DogStatsdCardinality.Low;

    public override string ToString() => Text.Replace('\n', ' ');

    private static GoldenLine Alike(string text, string expected, Action<DogStatsdSender>? call = null) =>
        new(text, [expected], [expected], call);

    /// <summary>An asterisk is for the name.</summary>
    private static GoldenLine One(
        string text, string statsd, string netdata, Action<DogStatsdSender>? call = null, Action<DogStatsdSenderOptions>? configure = null)
    {
        string name = text.Split(':')[0];
        return new GoldenLine(
            text,
            [statsd.Replace("*", name, StringComparison.Ordinal)],
            [netdata.Replace("*", name, StringComparison.Ordinal)],
            call,
            configure);
    }

    private static GoldenLine Timer(string text, string statsd, string netdata, Action<DogStatsdSender>? call = null) =>
        One(text, $"timer * {statsd}", $"timer * {netdata} from {netdata} to {netdata}", call);

    /// <summary>A counter of 1.</summary>
    private static GoldenLine Tagged(
        string text, string tags, Action<DogStatsdSender>? call = null, Action<DogStatsdSenderOptions>? configure = null) =>
        One(text, $"counter *{tags} 1", "counter * 1", call, configure);
}
