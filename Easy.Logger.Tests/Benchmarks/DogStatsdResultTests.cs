using Benchmarker.Micro;
using Easy.Logger.DogStatsd;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>What becomes of the measurements: tables and promises.</summary>
[Category("DogStatsd")]
internal sealed class DogStatsdResultTests
{
    private static readonly string[] _ways = [TagWay.Span, TagWay.BufferWriter, TagWay.Text, TagWay.PlainJoin, TagWay.StringBuilder];

    [Test]
    public void TagPromises_EverythingAsPromised_Hold() =>
        Assert.That(TagPromises.Of(Rows()).Select(promise => promise.Holds), Is.All.True.And.Exactly(9).Items);

    [Test]
    public void TagPromises_AByteIsAllocatedIntoABuffer_DoesNotHold([Values(TagWay.Span, TagWay.BufferWriter)] string way) => AssertBroken(
        Rows(row => row.Way == way && row.Category.Name == "tags Hash" ? row with { BytesPerCall = 0.001 } : row),
        $"{way}: bytes allocated per call, no tags 0, global tags 0, tags Array 0, tags Hash 0.001, tags Array + global tags 0, tags Hash "
            + "+ global tags 0; 0 in 6 categories");

    [Test]
    public void TagPromises_AByteIsAllocatedForGlobalTagsAsAString_DoesNotHold() => AssertBroken(
        Rows(row => row is { Way: TagWay.Text, Category.Name: "global tags" } ? row with { BytesPerCall = 80 } : row),
        "a string: bytes allocated per call, no tags 0, global tags 80; 0 in 2 categories");

    [TestCase("no tags", 4.99, "at least 5 times")]
    [TestCase("global tags", 4.99, "at least 5 times")]
    [TestCase("tags Array", 1.99, "at least 2 times")]
    [TestCase("tags Hash + global tags", 1.99, "at least 2 times")]
    public void TagPromises_NotAsFastIntoASpan_DoesNotHold(string category, double times, string promised) => AssertBroken(
        Rows(row => row.Way == TagWay.Span && row.Category.Name == category ? row with { TimesAsFast = times } : row),
        $"into a span: {category}: {times:0.00} times as fast as string.Join; {promised}");

    [Test]
    public void TagPromises_WhatOthersDo_IsNotPromised() => Assert.That(
        TagPromises.Of(Rows(row => row.Way is TagWay.PlainJoin or TagWay.StringBuilder
            ? row with { BytesPerCall = 1_000, TimesAsFast = 0.1, Nanoseconds = 1_000 } : row))
            .Select(promise => promise.Holds),
        Is.All.True);

    [Test]
    public void TagPromises_NothingMeasured_DoNotHold() =>
        Assert.That(TagPromises.Of([]).Select(promise => promise.Holds), Is.All.False.And.Exactly(9).Items);

    [Test]
    public void TagTable_Rows_ALineForEachCategoryWithTheArticlesFigures()
    {
        IReadOnlyList<string[]> lines = TagTable.Lines(Rows());

        Assert.That(lines[0], Is.EqualTo(["tags", .. _ways, "Ruby, other hardware"]));
        Assert.That(lines.Skip(1).Select(line => line[0]), Is.EqualTo(TagCategory.All.Select(category => category.Name)));
        Assert.That(
            lines[3],
            Is.EqualTo(["tags Array", "8.0 ns, 0 B, 6.0x", "8.0 ns, 0 B, 6.0x", "8.0 ns, 104 B, 6.0x", "8.0 ns, 104 B",
                "8.0 ns, 104 B, 6.0x", "1,570 ns, 328 B"]));
    }

    [Test]
    public void SenderPromises_EverythingAsPromised_Hold() =>
        Assert.That(
            SenderPromises.Of([Load(AgentKind.Udp), Load(AgentKind.Unix)]).Select(promise => promise.Holds), Is.EqualTo([true, true]));

    [Test]
    public void SenderPromises_PacketsAreLostByUdp_Hold() =>
        Assert.That(
            SenderPromises.Of([Load(AgentKind.Udp) with { Packets = 4, Lines = 70 }]).Select(promise => promise.Holds), Is.All.True);

    [Test]
    public void SenderPromises_ALineIsLostInAUnixSocket_DoesNotHold() =>
        Assert.That(
            SenderPromises.Of([Load(AgentKind.Unix) with { Lines = 89 }]).Where(promise => !promise.Holds),
            Is.EqualTo([(false, "Unix datagram socket, threads 2: 89 lines received in 5 packets, 90 lines in 5 packets sent; as many as "
                + "were sent")]));

    [Test]
    public void SenderPromises_APacketIsLostInAUnixSocket_DoesNotHold() =>
        Assert.That(SenderPromises.Of([Load(AgentKind.Unix) with { Packets = 4 }]).Count(promise => !promise.Holds), Is.EqualTo(1));

    [TestCase(101, 90, 10, 0, TestName = "{m}(a call is not accepted)")]
    [TestCase(100, 89, 10, 0, TestName = "{m}(a line waits)")]
    [TestCase(100, 89, 10, 1, TestName = "{m}(a line is given up)")]
    public void SenderPromises_CountersDoNotBalance_DoesNotHold(long calls, long sent, long queueFull, long closed)
    {
        SenderRow row = Load(AgentKind.Udp) with { Calls = calls, Lines = sent, Statistics = Counters(sent, queueFull, closed) };

        Assert.That(
            SenderPromises.Of([Load(AgentKind.Udp), row]),
            Is.EqualTo([(false, $"calls = sent + queue full, and nothing waits: 100 = 90 + 10, {calls} = {sent} + {queueFull}")]));
    }

    [Test]
    public void SenderPromises_NothingMeasured_DoNotHold() =>
        Assert.That(SenderPromises.Of([]).Select(promise => promise.Holds), Is.EqualTo([false]));

    [Test]
    public void SenderTable_Rows_SharesAndRates() =>
        Assert.That(
            SenderTable.Lines([Load(AgentKind.Udp) with { Lines = 80 }])[1],
            Is.EqualTo(["UDP, loopback", "2", "1,000", "2,000", "0.00", "40", "2", "20.00 %", "90", "10", "10"]));

    [TestCase(AgentKind.Udp)]
    [TestCase(AgentKind.Unix)]
    public void Measure_AMoment_CountersBalanceAndAUnixSocketGetsAll(AgentKind kind)
    {
        Assume.That(kind == AgentKind.Udp || !OperatingSystem.IsWindows(), "Windows has no datagrams through Unix sockets.");

        SenderRow row = SenderRun.Measure(kind, threads: 2, TimeSpan.FromMilliseconds(20));

        Assert.That(SenderPromises.Of([row]).Where(promise => !promise.Holds), Is.Empty);
        Assert.That(row.Lines, Is.Positive);
    }

    private static void AssertBroken(IReadOnlyList<TagRow> rows, string what) =>
        Assert.That(TagPromises.Of(rows).Where(promise => !promise.Holds), Is.EqualTo([(false, what)]));

    private static IReadOnlyList<TagRow> Rows(Func<TagRow, TagRow>? change = null) =>
    [
        .. from category in TagCategory.All
           from way in _ways
           let bytes = way is TagWay.Span or TagWay.BufferWriter || category.Kind == TagKind.None ? 0 : 104
           select (change ?? (row => row))(new TagRow(category, way, 8, bytes, TimesAsFast: 6)),
    ];

    private static SenderRow Load(AgentKind kind) =>
        new(
            kind,
            Threads: 2,
            Calls: 100,
            CallsPerSecond: 1_000,
            NanosecondsPerCall: 2_000,
            BytesPerCall: 0,
            Seconds: 2,
            Packets: 5,
            Lines: 90,
            Counters(90, 10, 0));

    private static DogStatsdStatistics Counters(long sent, long queueFull, long closed) =>
        new(accepted: 100, sent, invalid: 0, tooLarge: 0, queueFull, closed, packetsSent: 5, bytesSent: 5_000, failures: 0);
}
