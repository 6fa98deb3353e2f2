using Easy.Logger.Buffering;
using Easy.Logger.Capture;
using Easy.Logger.Diagnostics;
using Easy.Logger.Journaling;
using Easy.Logger.Threading;
using log4net.Core;

namespace Easy.Logger.Tests.Support;

/// <summary>
/// A queue with a journal, on a clock by hand. The test is its worker. What a kill would leave is what its files say at that moment.
/// </summary>
internal sealed class JournalDriver : IDisposable
{
    private readonly TempFolder _folder = new();
    private readonly ManualTimeProvider _clock = new();
    private readonly FailureReporter _reporter;
    private LoggingEvent[] _inHand = [];

    public JournalDriver(BufferingOptions options, int limit = 16)
    {
        _reporter = new FailureReporter(() => "driver", _clock);
        Journal = new Journal(_folder.Path, options.QueueLimit, limit, _reporter, _clock);
        Queue = new EventQueue(options, _clock);
        Journal.Open();
        Queue.Attach(Journal);
    }

    public EventQueue Queue { get; }

    public Journal Journal { get; }

    public JournalStatistics Missed => Journal.Statistics();

    public BufferStatistics Statistics => Queue.Snapshot(BufferState.Running, lastError: null);

    public IReadOnlyList<string> InHand => Messages(_inHand);

    /// <summary>Takes an event in as the appender does.</summary>
    public void Enqueue(string message, Level? level = null)
    {
        LoggingEvent loggingEvent = Some.Event(message, level);
        JournalRecord? record = Journal.WriteDown(loggingEvent, CapturePlan.Everything);
        Queue.Enqueue(loggingEvent, urgent: false, record);
        record?.Return();
    }

    /// <summary>Lets time go by, in which the worker looks after the journal each second.</summary>
    public void Advance(int seconds)
    {
        for (; seconds > 0; seconds--)
        {
            _clock.Advance(TimeSpan.FromSeconds(1));
            Journal.Tend();
        }
    }

    /// <summary>The next batch.</summary>
    public IReadOnlyList<string> Take()
    {
        while (true)
        {
            switch (Eventually.Returns(Queue.WaitForWork, "the queue's next work"))
            {
                case Journal journal:
                    journal.Tend();
                    break;
                case CapturedEvents events:
                    _inHand = events.ToArray();
                    return InHand;
                case null:
                    _inHand = [];
                    return [];
            }
        }
    }

    /// <summary>A batch of the queued events, whether it is full or not.</summary>
    public IReadOnlyList<string> TakeDue()
    {
        Queue.RequestFlush(flushLossyHistory: false, Deadline.In(0));
        return Take();
    }

    public void Complete(int failed = 0)
    {
        BatchResult result = new();
        result.Count(_inHand.Length - failed, failed);
        _inHand = [];
        Queue.Complete(result);
    }

    /// <summary>What a kill now would leave.</summary>
    public IReadOnlyList<string> Survivors() => Messages(JournalFiles.EventsIn(_folder.Path));

    public void Dispose()
    {
        Journal.Close();
        _folder.Dispose();
    }

    private static string[] Messages(IEnumerable<LoggingEvent> events) => [.. events.Select(loggingEvent => loggingEvent.RenderedMessage!)];
}
