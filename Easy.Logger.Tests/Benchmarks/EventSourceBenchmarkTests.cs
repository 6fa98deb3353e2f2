using System.Diagnostics.Tracing;
using Benchmarker.Micro;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>What is compared writes the same event, and what the comparison promises can be broken.</summary>
[Category("EventSource")]
internal sealed class EventSourceBenchmarkTests
{
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
    public void Promises_NothingMeasured_DoNotHold() =>
        Assert.That(EventSourcePromises.Of([]).Select(promise => promise.Holds), Is.All.False.And.Exactly(5).Items);

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
