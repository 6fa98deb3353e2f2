using System.Text;
using Benchmarker.Micro;
using Easy.Logger.DogStatsd;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>What is compared gives the same text, and what the comparison promises can be broken.</summary>
[Category("DogStatsd")]
internal sealed class DogStatsdBenchmarkTests
{
    private static IEnumerable<string> Categories() => TagCategory.All.Select(category => category.Name);

    [TestCaseSource(nameof(Categories))]
    public void EachWay_CategoryOfTheArticle_SameText(string name)
    {
        TagCategory category = TagCategory.All.Single(one => one.Name == name);
        TagCalls calls = new(category.Kind, category.HasGlobal);
        string[] tags =
        [
            .. category.HasGlobal ? ["app:foo", "env:abc", "version:123"] : Array.Empty<string>(),
            .. category.Kind == TagKind.None ? Array.Empty<string>() : ["host:storage", "network:gigabit", "request:xyz"],
        ];
        string? expected = tags.Length == 0 ? null : string.Join(',', tags);

        Assert.Multiple(() =>
        {
            Assert.That(calls.AsString(), Is.EqualTo(expected));
            Assert.That(calls.PlainJoin(), Is.EqualTo(expected));
            Assert.That(calls.WithStringBuilder(), Is.EqualTo(expected));
            Assert.That(Encoding.UTF8.GetString(calls.Bytes, 0, calls.IntoSpan()), Is.EqualTo(expected ?? string.Empty));
            Assert.That(calls.IntoBufferWriter(), Is.EqualTo(expected?.Length ?? 0));
            Assert.That(Encoding.UTF8.GetString(calls.Written), Is.EqualTo(expected ?? string.Empty));
        });
    }

    [TestCase(0, 5, ExpectedResult = 0)]
    [TestCase(0.001, 5, ExpectedResult = 3, TestName = "{m}(a byte is allocated)")]
    [TestCase(0, 4.99, ExpectedResult = 2, TestName = "{m}(slow without tags)")]
    [TestCase(0, 1.99, ExpectedResult = 6, TestName = "{m}(slow with tags)")]
    public int TagPromises_Measured_BrokenAreReported(double bytes, double times)
    {
        TagRow[] rows =
        [
            .. from category in TagCategory.All
               from way in new[] { TagWay.Span, TagWay.BufferWriter, TagWay.Text, TagWay.PlainJoin }
               select new TagRow(category, way, 8, way == TagWay.PlainJoin ? 104 : bytes, way == TagWay.PlainJoin ? 1 : times),
        ];

        return TagPromises.Of(rows).Count(promise => !promise.Holds);
    }

    [Test]
    public void Promises_NothingMeasured_DoNotHold() =>
        Assert.That(TagPromises.Of([]).Concat(SenderPromises.Of([])).Select(promise => promise.Holds), Is.All.False);

    [TestCase(AgentKind.Udp, 100, 70, ExpectedResult = 0, TestName = "{m}(UDP loses packets)")]
    [TestCase(AgentKind.Unix, 100, 89, ExpectedResult = 1, TestName = "{m}(a Unix socket loses a line)")]
    [TestCase(AgentKind.Udp, 101, 90, ExpectedResult = 1, TestName = "{m}(a call is not counted)")]
    public int SenderPromises_Measured_BrokenAreReported(AgentKind kind, long calls, long lines)
    {
        DogStatsdStatistics counters = new() { Accepted = 100, Sent = 90, QueueFull = 10, PacketsSent = 5, BytesSent = 5_000 };
        SenderRow row = new(kind, Threads: 2, calls, 1_000, 2_000, 0, Seconds: 2, Packets: 5, lines, counters);

        return SenderPromises.Of([row]).Count(promise => !promise.Holds);
    }

    [TestCase(AgentKind.Udp)]
    [TestCase(AgentKind.Unix)]
    public void Measure_AMoment_CountersBalanceAndAUnixSocketGetsAll(AgentKind kind)
    {
        Assume.That(kind == AgentKind.Udp || !OperatingSystem.IsWindows(), "Windows has no datagrams through Unix sockets.");

        SenderRow row = SenderRun.Measure(kind, threads: 2, TimeSpan.FromMilliseconds(20));

        Assert.That(SenderPromises.Of([row]).Where(promise => !promise.Holds), Is.Empty);
        Assert.That(row.Lines, Is.Positive);
    }
}
