using Easy.Logger.Tests.DogStatsd.Foreign;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>What StatsD servers that other people wrote make of DogStatsD's lines: all of what each accepted, and nothing else.</summary>
[Category("DogStatsd")]
[Category("Servers")]
internal sealed class ForeignReceiverTests
{
    // One server for all of the fixture's tests.
    private static readonly Lazy<StatsdState> _statsd = new(ReadStatsd);
    private static readonly Lazy<NetdataState> _netdata = new(ReadNetdata);

    private static StatsdState Statsd
    {
        get
        {
            StatsdServer.SkipWithout();
            return _statsd.Value;
        }
    }

    private static NetdataState Netdata
    {
        get
        {
            NetdataServer.SkipWithout();
            return _netdata.Value;
        }
    }

    [Test]
    public void Statsd_AllLines_CountersAreExact() => Assert.That(Statsd.Counters, Is.EquivalentTo(new Dictionary<string, double>
    {
        ["shop.orders"] = 3,
        ["shop.stock"] = -4,
        ["shop.bytes"] = 9007199254740991,
        ["shop.weight"] = 2.5,
        ["shop.views"] = 20,
        ["shop.first"] = 1,
        // Types that it does not know.
        ["shop.size"] = 512,
        ["shop.latency"] = 3.5,
        ["shop.lines;env=prod;region=eu"] = 7,
        // Tags are part of the name; of letters it knows those of ASCII.
        ["shop.sales;env=prod;region=eu"] = 1,
        ["shop.clicks;env=prod"] = 10,
        ["shop.canaries;canary"] = 1,
        ["shop.links;url=http--a-b"] = 1,
        ["shop.cities;city=Zrich"] = 1,
        ["shop.names;full=two_words"] = 1,
        ["shop.mails;user=ab;env=prod"] = 1,
        ["shop.issues;issue=ab;env=prod"] = 1,
        ["shop.parcels;env=prod;family=night"] = 1,
        // Fields after the tags are glued to the last of them.
        ["shop.pods;env=prodcci-0a1b"] = 1,
        ["shop.past;env=prodT1700000000"] = 1,
        ["shop.cards;env=prodcardlow"] = 1,
        // Of packed values only the last has a type.
        ["shop.batch"] = 3,
        ["shop.sizes;env=prod"] = 6,
    }));

    [Test]
    public void Statsd_AllLines_GaugesAreExact() => Assert.That(Statsd.Gauges, Is.EquivalentTo(new Dictionary<string, double>
    {
        ["shop.load"] = 17,
        ["shop.temperature"] = 21.5,
        ["shop.depth"] = -5.25,
        ["shop.queue;env=prod;region=eu"] = 4,
        ["shop.second;env=prod"] = 2,
        // With a sign it is a difference, except to nothing or zero.
        ["shop.balance"] = 7,
        ["shop.debt"] = -3,
    }));

    [Test]
    public void Statsd_AllLines_TimersAreExact()
    {
        Assert.That(Statsd.Timers, Is.EquivalentTo(new Dictionary<string, double[]>
        {
            ["shop.checkout"] = [120],
            ["shop.query"] = [0.25],
            ["shop.render"] = [8],
            ["shop.search;env=prod;region=eu"] = [35],
            ["shop.waits"] = [30],
            ["shop.third"] = [3],
        }));
        Assert.That(Statsd.TimerCounts, Is.EquivalentTo(new Dictionary<string, double>
        {
            ["shop.checkout"] = 1,
            ["shop.query"] = 1,
            ["shop.render"] = 2,
            ["shop.search;env=prod;region=eu"] = 1,
            ["shop.waits"] = 1,
            ["shop.third"] = 1,
        }));
    }

    [Test]
    public void Statsd_AllLines_SetsAreExact() => Assert.That(Statsd.Sets, Is.EquivalentTo(new Dictionary<string, string[]>
    {
        ["shop.users"] = ["alice", "bob"],
        ["shop.carts;env=prod;region=eu"] = ["42"],
        ["shop.pages"] = ["home"],
    }));

    [Test]
    public void Statsd_AllLines_RefusesWhatIsNotItsOwn() => Assert.That(Statsd.Refused, Is.EquivalentTo(new[]
    {
        // Once for each part that has no type, or no sample rate in its place.
        GoldenLines.SetOfColons,
        GoldenLines.ContainerFirst, GoldenLines.ContainerFirst,
        GoldenLines.TimestampFirst,
        GoldenLines.PackedCounter, GoldenLines.PackedCounter,
        GoldenLines.PackedTimer, GoldenLines.PackedTimer,
        GoldenLines.PackedHistogram, GoldenLines.PackedHistogram,
        GoldenLines.Event, GoldenLines.Event,
        GoldenLines.ServiceCheck,
    }));

    [Test]
    public void Netdata_AllLines_CountersAreExact() =>
        Assert.That(Netdata.All("counter", "counter"), Is.EquivalentTo(new Dictionary<string, double>
        {
            ["shop.orders"] = 3,
            ["shop.stock"] = -4,
            ["shop.bytes"] = 9007199254740991,
            ["shop.views"] = 20,
            ["shop.first"] = 1,
            ["shop.sales"] = 1,
            ["shop.clicks"] = 10,
            ["shop.canaries"] = 1,
            ["shop.links"] = 1,
            ["shop.cities"] = 1,
            ["shop.names"] = 1,
            ["shop.issues"] = 1,
            ["shop.parcels"] = 1,
            ["shop.pods"] = 1,
            ["shop.nodes"] = 1,
            ["shop.past"] = 1,
            ["shop.older"] = 1,
            ["shop.cards"] = 1,
            // It counts in integers.
            ["shop.weight"] = 2,
            // Of packed values it takes the first.
            ["shop.batch"] = 1,
            // An @ begins a sample rate, in a tag as well; it takes none below a thousandth.
            ["shop.mails"] = 1000,
        }));

    [Test]
    public void Netdata_AllLines_GaugesAreExact() =>
        Assert.That(Netdata.All("gauge", "gauge"), Is.EquivalentTo(new Dictionary<string, double>
        {
            ["shop.load"] = 17,
            ["shop.temperature"] = 21.5,
            ["shop.depth"] = -5.25,
            ["shop.queue"] = 4,
            ["shop.second"] = 2,
            // With a sign it is a difference.
            ["shop.balance"] = 7,
            ["shop.debt"] = -3,
        }));

    [TestCase("average")]
    [TestCase("min")]
    [TestCase("max")]
    public void Netdata_AllLines_TimersAndHistogramsAreExact(string dimension)
    {
        Assert.That(Netdata.All("timer", dimension), Is.EquivalentTo(new Dictionary<string, double>
        {
            ["shop.checkout"] = 120,
            ["shop.query"] = 0.25,
            ["shop.render"] = 8,
            ["shop.search"] = 35,
            ["shop.waits"] = 10,
            ["shop.third"] = 3,
        }));
        Assert.That(Netdata.All("histogram", dimension), Is.EquivalentTo(new Dictionary<string, double>
        {
            ["shop.size"] = 512,
            ["shop.lines"] = 7,
            ["shop.sizes"] = 4,
        }));
    }

    [Test]
    public void Netdata_AllLines_SetsAreExact()
    {
        Assert.That(Netdata.All("set", "unique"), Is.EquivalentTo(new Dictionary<string, double>
        {
            ["shop.users"] = 2,
            ["shop.carts"] = 1,
            ["shop.pages"] = 1,
        }));
        Assert.That(Netdata["shop.users", "set"]["events"], Is.EqualTo(3));
    }

    /// <summary>To netdata a <c>d</c> is a dictionary, which counts texts.</summary>
    [Test]
    public void Netdata_Distribution_IsCountedByItsText() => Assert.That(
        Netdata["shop.latency", "dictionary"], Is.EquivalentTo(new Dictionary<string, double> { ["3.5"] = 1, ["events"] = 1 }));

    [Test]
    public void Netdata_TagOfFamily_IsTheMetrics()
    {
        Assert.That(Netdata.Family("shop.parcels", "counter"), Is.EqualTo("night"));
        Assert.That(Netdata.Family("shop.sales", "counter"), Is.EqualTo("counters"));
    }

    private static StatsdState ReadStatsd()
    {
        using StatsdServer server = new();
        Send(server, GoldenLines.All);
        return server.Read(GoldenLines.All.Count);
    }

    private static NetdataState ReadNetdata()
    {
        using NetdataServer server = new();
        Send(server, GoldenLines.All);
        return server.Read(GoldenLines.All.Count);
    }

    private static void Send(StatsdReceiver server, IEnumerable<string> datagrams)
    {
        foreach (string datagram in datagrams)
        {
            server.Send(datagram);
        }
    }
}
