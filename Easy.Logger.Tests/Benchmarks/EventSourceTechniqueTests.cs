using System.Diagnostics.Tracing;
using Benchmarker.Micro;
using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>What is compared writes the same event, or the comparison is worth nothing.</summary>
internal sealed class EventSourceTechniqueTests
{
    private static IEnumerable<TestCaseData<string, int>> Cases() =>
        from subject in Subjects.Techniques()
        from length in Subjects.Lengths
        select new TestCaseData<string, int>(subject.Name, length);

    [TestCaseSource(nameof(Cases))]
    public void Write_AnyTechnique_SameEvents(string name, int length)
    {
        Subject subject = Subjects.Techniques().Single(one => one.Name == name);
        subject.Prepare(length);

        string text = new SampleText(length).Part.ToString();
        (int, int, string)[] expected = [.. Enumerable.Range(0, 3).Select(n1 => (n1, Subject.N2, text))];
        Assert.That(HeardOnNewThread(() => subject.Write(3)), Is.EqualTo(expected));
        Assert.That(HeardOnNewThread(() => subject.Write(3)), Is.EqualTo(expected), "on another thread");
    }

    [Test]
    public void Part_AnyLength_IsInsideOfALongerText()
    {
        SampleText text = new(10);

        Assert.That(text.Part.ToString(), Is.EqualTo("hijklmnopq"));
    }

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
