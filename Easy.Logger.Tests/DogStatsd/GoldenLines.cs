using System.Reflection;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>
/// Datagrams as the protocol's description has them, of one line or of several. Every metric has its own name, so that all can be sent to
/// one server.
/// </summary>
internal static class GoldenLines
{
    public const string Counter = "shop.orders:3|c";
    public const string NegativeCounter = "shop.stock:-4|c";
    public const string LargeCounter = "shop.bytes:9007199254740991|c";
    public const string FractionalCounter = "shop.weight:2.5|c";
    public const string SampledCounter = "shop.views:2|c|@0.1";

    public const string Gauge = "shop.load:17|g";
    public const string FractionalGauge = "shop.temperature:21.5|g";
    public const string NegativeGauge = "shop.depth:-5.25|g";
    public const string GaugeGettingNegative = "shop.balance:10|g\nshop.balance:-3|g";
    public const string GaugeGettingNegativeByZero = "shop.debt:10|g\nshop.debt:0|g\nshop.debt:-3|g";

    public const string Timer = "shop.checkout:120|ms";
    public const string FractionalTimer = "shop.query:0.25|ms";
    public const string SampledTimer = "shop.render:8|ms|@0.5";

    public const string Set = "shop.users:alice|s\nshop.users:bob|s\nshop.users:alice|s";
    public const string SetOfColons = "shop.pages:shop:home|s";

    public const string Histogram = "shop.size:512|h";
    public const string Distribution = "shop.latency:3.5|d";

    public const string TaggedCounter = "shop.sales:1|c|#env:prod,region:eu";
    public const string TaggedGauge = "shop.queue:4|g|#env:prod,region:eu";
    public const string TaggedTimer = "shop.search:35|ms|#env:prod,region:eu";
    public const string TaggedSet = "shop.carts:42|s|#env:prod,region:eu";
    public const string TaggedHistogram = "shop.lines:7|h|#env:prod,region:eu";
    public const string TaggedSample = "shop.clicks:5|c|@0.5|#env:prod";
    public const string BareTag = "shop.canaries:1|c|#canary";
    public const string TagOfColons = "shop.links:1|c|#url:http://a/b";
    public const string TagOfLetters = "shop.cities:1|c|#city:Zürich";
    public const string TagOfWords = "shop.names:1|c|#full:two words";
    public const string TagWithAt = "shop.mails:1|c|#user:a@b,env:prod";
    public const string TagWithHash = "shop.issues:1|c|#issue:a#b,env:prod";
    public const string TagOfFamily = "shop.parcels:1|c|#env:prod,family:night";

    public const string ContainerLast = "shop.pods:1|c|#env:prod|c:ci-0a1b";
    public const string ContainerFirst = "shop.nodes:1|c|c:ci-0a1b|#env:prod";
    public const string TimestampLast = "shop.past:1|c|#env:prod|T1700000000";
    public const string TimestampFirst = "shop.older:1|c|T1700000000|#env:prod";
    public const string CardinalityLast = "shop.cards:1|c|#env:prod|card:low";

    public const string PackedCounter = "shop.batch:1:2:3|c";
    public const string PackedTimer = "shop.waits:10:20:30|ms";
    public const string PackedHistogram = "shop.sizes:4:5:6|h|#env:prod";

    public const string Event = "_e{5,4}:title|text|t:error|#env:prod";
    public const string ServiceCheck = "_sc|shop.db|0|#env:prod|m:fine";

    public const string SeveralLines = "shop.first:1|c\nshop.second:2|g|#env:prod\nshop.third:3|ms\n";

    /// <summary>All of the above.</summary>
    public static IReadOnlyList<string> All { get; } =
    [
        .. typeof(GoldenLines).GetFields(BindingFlags.Public | BindingFlags.Static)
            .Where(field => field.IsLiteral)
            .Select(field => (string)field.GetRawConstantValue()!)
    ];
}
