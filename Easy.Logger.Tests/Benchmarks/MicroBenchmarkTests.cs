using System.Diagnostics.Tracing;
using Benchmarker.Micro;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>What is compared writes the same event or text, and what the comparison promises can be broken.</summary>
[Category("EventSource")]
[Category("DogStatsd")]
internal sealed class MicroBenchmarkTests
{
    private static IEnumerable<string> Categories() => TagCategory.All.Select(category => category.Name);

    private static IEnumerable<TestCaseData<string, int>> Cases() =>
        from subject in Subjects.Techniques()
        from length in Subjects.Lengths
        select new TestCaseData<string, int>(subject.Name, length);

    [TestCaseSource(nameof(Cases))]
    public void Write_AnyTechnique_SameEvents(string name, int length)
    {
        Subject subject = SubjectOf(name);
        subject.Prepare(length);

        string text = new SampleText(length).Part.ToString();
        (int, int, string)[] expected = [.. Enumerable.Range(0, 3).Select(n1 => (n1, Subject.N2, text))];
        Assert.That(HeardOnNewThread(() => subject.Write(3)), Is.EqualTo(expected));
        Assert.That(HeardOnNewThread(() => subject.Write(3)), Is.EqualTo(expected), "on another thread");
    }

    [Test]
    public void Ratios_OneBurstIsDisturbedOrSubjectsAreAlike_AreThoseOfMostPairsAndLuckIsNotTakenForSpeed()
    {
        Bursts bursts = Taken(Subjects.Own, 2, 4, 1_000);
        Assert.That((bursts.RatioTo(Taken(Subjects.Baseline, 4, 8, 16)), bursts.Median), Is.EqualTo((0.5, 4.0)));

        // Each of the others is twice as fast in the samples of one half.
        (double ratio, _) =
            Taken(Subjects.Own, 10, 10, 10, 10).RatioToFastest([Taken("stackalloc", 5, 10, 5, 10), Taken("ArrayPool", 10, 5, 10, 5)]);
        Assert.That(ratio, Is.EqualTo(1));
    }

    [TestCase(0, 1.03, 4.9, ExpectedResult = 0)]
    [TestCase(0.001, 1.03, 4.9, ExpectedResult = 2, TestName = "{m}(a byte is allocated)")]
    [TestCase(0, 1.031, 4.9, ExpectedResult = 8, TestName = "{m}(slower than the fastest)")]
    [TestCase(0, 1.03, 5, ExpectedResult = 3, TestName = "{m}(slow while nobody listens)")]
    public int Promises_Measured_BrokenAreReported(double bytes, double ratio, double nanoseconds)
    {
        EventSourceRow[] rows =
        [
            .. from technique in new[] { Subjects.Own, Subjects.OwnString, AppenderSubject.SubjectName }
               from audience in new[] { Audience.Nobody, Audience.Session }
               from length in Subjects.Lengths
               select new EventSourceRow(technique, false, audience, length, nanoseconds, 2, 4, bytes, 0.5, ratio, "stackalloc"),
        ];

        return EventSourcePromises.Of(rows).Count(promise => !promise.Holds);
    }

    [Test]
    public void Promises_NothingMeasured_DoNotHold()
    {
        Assert.That(EventSourcePromises.Of([]).Select(promise => promise.Holds), Is.All.False.And.Exactly(5).Items);
        Assert.That(TagPromises.Of([]).Concat(SenderPromises.Of([])).Select(promise => promise.Holds), Is.All.False);
    }

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

    private static Bursts Taken(string subject, params double[] nanoseconds)
    {
        Bursts bursts = new(SubjectOf(subject), nanoseconds.Length);
        Array.ForEach(nanoseconds, one => bursts.Add(one, calls: 1, bytes: 0));
        return bursts;
    }

    private static Subject SubjectOf(string name) => Subjects.All().Single(subject => subject.Name == name);

    private static List<(int, int, string)> HeardOnNewThread(Action write)
    {
        using HelloListener listener = new();
        using BackgroundCall<List<(int, int, string)>> call = new(() => listener.HeardWhile(write));
        return call.Result;
    }

    /// <summary>Keeps what one thread writes: other tests write, too.</summary>
    private sealed class HelloListener : EventListener
    {
        private readonly List<(int, int, string)> _heard = [];
        private int _thread;

        public List<(int, int, string)> HeardWhile(Action write)
        {
            _thread = Environment.CurrentManagedThreadId;
            EnableEvents(HelloSource.Instance, EventLevel.Informational);
            write();
            return _heard;
        }

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            if (eventData is { EventId: HelloSource.HelloId, Payload: [int n1, int n2, string s1] }
                && Environment.CurrentManagedThreadId == _thread)
            {
                _heard.Add((n1, n2, s1));
            }
        }
    }
}
