namespace Easy.Logger.Tests.Support;

/// <summary>A queue with a journal. What a kill would leave is what its files say at that moment.</summary>
internal sealed class JournalDriver : QueueDriver, IDisposable
{
    private readonly TempFolder _folder = new();

    public JournalDriver(BufferingOptions options, int limit = 16)
        : base(options)
    {
        Journal = new Journal(_folder.Path, options.QueueLimit, limit, new FailureReporter(() => "driver", Clock), Clock);
        Journal.Open();
        Queue.Attach(Journal);
    }

    public Journal Journal { get; }

    public JournalStatistics Missed => Journal.Statistics();

    /// <summary>Takes an event in as the appender does.</summary>
    public override bool Enqueue(string message, Level? level = null, bool urgent = false)
    {
        LoggingEvent loggingEvent = Some.Event(message, level);
        JournalRecord? record = Journal.WriteDown(loggingEvent, CapturePlan.Everything);
        bool accepted = Queue.Enqueue(loggingEvent, urgent, record);
        record?.Return();
        return accepted;
    }

    /// <summary>Lets time go by, in which the worker looks after the journal each second.</summary>
    public void Advance(int seconds)
    {
        for (; seconds > 0; seconds--)
        {
            Clock.Advance(TimeSpan.FromSeconds(1));
            Journal.Tend();
        }
    }

    /// <summary>What a kill now would leave.</summary>
    public IReadOnlyList<string> Survivors() => [.. JournalFiles.EventsIn(_folder.Path).Select(left => left.RenderedMessage!)];

    public void Dispose()
    {
        Journal.Close();
        _folder.Dispose();
    }
}
