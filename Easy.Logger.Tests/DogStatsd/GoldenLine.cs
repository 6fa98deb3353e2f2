namespace Easy.Logger.Tests.DogStatsd;

/// <summary>
/// A datagram, what npm's statsd has of it (of tags the letters of ASCII, as a part of the name) and netdata (nothing of what it does not
/// know), and a call that a sender writes it for. Every metric has its own name, so one server can get all.
/// </summary>
internal sealed record GoldenLine(
    string Text, string[] Statsd, string[] Netdata, Action<DogStatsdSender>? Call = null, Action<DogStatsdSenderOptions>? Configure = null)
{
    private static readonly string[] _prod = ["env:prod"];
    private static readonly string[] _both = ["env:prod", "region:eu"];
    private static readonly DateTimeOffset _past = DateTimeOffset.FromUnixTimeSeconds(1_700_000_000);

    public static IReadOnlyList<GoldenLine> All { get; } =
    [
        Alike("shop.orders:3|c", "counter shop.orders 3", to => to.Counter("shop.orders", 3)),
        Alike("shop.views:2|c|@0.1", "counter shop.views 20"),
        Alike("shop.depth:-5.25|g", "gauge shop.depth -5.25", to => to.Gauge("shop.depth", -5.25)),
        // with a sign it is a difference
        Alike("shop.balance:10|g\nshop.balance:-3|g", "gauge shop.balance 7"),
        One(
            "shop.query:0.25|ms", "timer * 0.25 of 1", "timer * 0.25 from 0.25 to 0.25", to => to.Timer("shop.query", 0.25)),
        new("shop.users:al|s\nshop.users:bo|s\nshop.users:al|s", ["set shop.users al bo"], ["set shop.users 2 of 3"],
            to => Array.ForEach(["al", "bo", "al"], user => to.Set("shop.users", user))),
        // types that statsd does not know are counters to it, and a distribution to netdata a dictionary, which counts texts
        One("shop.size:512|h", "counter * 512", "histogram * 512 from 512 to 512", to => to.Histogram("shop.size", 512)),
        One("shop.latency:3.5|d", "counter * 3.5", "dictionary * 3.5=1", to => to.Distribution("shop.latency", 3.5)),
        Tagged("shop.sales:1|c|#env:prod,region:eu", ";env=prod;region=eu", to => to.Counter("shop.sales", 1, _both)),
        One("shop.queue:4|g|#env:prod,region:eu", "gauge *;env=prod;region=eu 4", "gauge * 4", to => to.Gauge("shop.queue", 4, _both)),
        One("shop.find:35|ms|#env:prod", "timer *;env=prod 35 of 1", "timer * 35 from 35 to 35", to => to.Timer("shop.find", 35, _prod)),
        One("shop.carts:42|s|#env:prod,region:eu", "set *;env=prod;region=eu 42", "set * 1 of 1", to => to.Set("shop.carts", "42", _both)),
        Tagged("shop.canaries:1|c|#canary", ";canary", to => to.Counter("shop.canaries", 1, new[] { "canary" })),
        Tagged("shop.links:1|c|#url:http://a/b", ";url=http--a-b", to => to.Counter("shop.links", 1, new[] { "url:http://a/b" })),
        // an @ begins a sample rate for netdata, in a tag as well; it takes none below a thousandth
        One("shop.mails:1|c|#user:a@b,env:prod", "counter *;user=ab;env=prod 1", "counter * 1000"),
        One("shop.parcels:1|c|#env:prod,family:night", "counter *;env=prod;family=night 1", "counter * 1 in night"),
        // fields after the tags are glued to the last of them, and statsd refuses them before
        Tagged("shop.pods:1|c|#env:prod|c:ci-0a1b", ";env=prodcci-0a1b", to => to.Counter("shop.pods", 1, _prod), HasContainer),
        Tagged(
            "shop.past:1|c|#env:prod|T1700000000", ";env=prodT1700000000", to => to.Counter("shop.past", 1, _prod, timestamp: _past)),
        One("shop.older:1|c|T1700000000|#env:prod", "bad *:1|c|T1700000000|#env:prod", "counter * 1"),
        // of packed values only the last has a type for statsd
        new(
            "shop.waits:10:20:30|ms",
            ["timer shop.waits 30 of 1", "bad shop.waits:10:20:30|ms", "bad shop.waits:10:20:30|ms"],
            ["timer shop.waits 10 from 10 to 10"],
            to => to.Timer("shop.waits", [10, 20, 30])),
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

    private static GoldenLine Tagged(
        string text, string tags, Action<DogStatsdSender>? call = null, Action<DogStatsdSenderOptions>? configure = null) =>
        One(text, $"counter *{tags} 1", "counter * 1", call, configure);
}
