using Easy.Logger.Buffering;
using Easy.Logger.Capture;
using Easy.Logger.Journaling;
using Easy.Logger.Threading;

namespace Easy.Logger.Tests.Support;

/// <summary>A queue on a clock by hand. The test is its worker; the ledger is checked at every step.</summary>
internal class QueueDriver
{
    public QueueDriver(BufferingOptions options) => Queue = new EventQueue(options, Clock);

    public ManualTimeProvider Clock { get; } = new();

    public EventQueue Queue { get; }

    /// <summary>The batch that is taken and not completed.</summary>
    public IReadOnlyList<string> InHand { get; private set; } = [];

    /// <summary>The loss that the queue gave last.</summary>
    public LossGap? Loss { get; private set; }

    public BufferStatistics Statistics => Balanced(Queue.Snapshot(BufferState.Running, lastError: null));

    public static BufferingOptions Options(
        int bufferSize, int limit, OverflowPolicy overflow = OverflowPolicy.Block, int blockTimeout = -1, bool lossy = false,
        bool reportLoss = false) =>
        new()
        {
            BufferSize = bufferSize,
            QueueLimit = limit,
            Overflow = overflow,
            BlockTimeout = blockTimeout,
            Lossy = lossy,
            ReportLoss = reportLoss,
        };

    public virtual bool Enqueue(string message, Level? level = null, bool urgent = false)
    {
        bool accepted = Queue.Enqueue(Some.Event(message, level), urgent);
        _ = Statistics;
        return accepted;
    }

    public void EnqueueAll(params string[] messages) => Array.ForEach(messages, message => Enqueue(message));

    /// <summary>Lets another thread enqueue and waits until it waits for room.</summary>
    public Task EnqueueBlocked(string message)
    {
        int before = Queue.WaitingCallers;
        Task call = Task.Factory.StartNew(
            () => Queue.Enqueue(Some.Event(message), urgent: false), CancellationToken.None, TaskCreationOptions.LongRunning,
            TaskScheduler.Default);
        Eventually.Holds(() => Queue.WaitingCallers == before + 1, $"the caller of '{message}' waits");
        return call;
    }

    /// <summary>The next batch, which has to be due, or to become so by what another thread does.</summary>
    public string[] Take()
    {
        Assert.That(Next().Work, Is.EqualTo(QueueWork.Batch));
        return [.. InHand];
    }

    /// <summary>A batch of the queued events, whether it is full or not.</summary>
    public string[] TakeDue()
    {
        Queue.RequestFlush(flushLossyHistory: false, Deadline.In(0));
        while (Next().Work != QueueWork.Batch)
        {
            // What else the queue gives comes before it.
        }

        return [.. InHand];
    }

    /// <summary>The next work, waited for on another thread.</summary>
    public (QueueWork Work, LoggingEvent[] Batch, FlushTicket? Ticket) Next()
    {
        (QueueWork, LoggingEvent[], FlushTicket?) next = Eventually.Returns(WaitForWork, "the queue's next work");
        _ = Statistics;
        return next;
    }

    /// <summary>Lets a worker wait; the result comes when there is something to do.</summary>
    public Task<(QueueWork Work, LoggingEvent[] Batch, FlushTicket? Ticket)> BeginNext() =>
        Task.Factory.StartNew(WaitForWork, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    /// <summary>Waits until the worker sleeps until a moment of the clock: what waits is not due.</summary>
    public void AwaitTimer() => Eventually.Holds(() => Clock.PendingTimers == 1, "the worker sleeps until the idle time");

    /// <summary>Settles what was taken: all of it forwarded, but for what is said to have failed.</summary>
    public void Complete(int failed = 0)
    {
        BatchResult result = new();
        result.Count(InHand.Count - failed, failed);
        InHand = [];
        Queue.Complete(result);
        _ = Statistics;
    }

    public string[] TakeAndSettle()
    {
        string[] batch = Take();
        Complete();
        return batch;
    }

    /// <summary>Closes the queue and forwards everything that waits.</summary>
    public IReadOnlyList<string> CloseAndDrain()
    {
        List<string> drained = [];
        Queue.Close();
        while (true)
        {
            QueueWork work = Next().Work;
            if (work == QueueWork.End)
            {
                return drained;
            }

            Assert.That(work, Is.EqualTo(QueueWork.Batch));
            drained.AddRange(InHand);
            Complete();
        }
    }

    private static BufferStatistics Balanced(BufferStatistics statistics)
    {
        Assert.That(
            statistics.Accepted,
            Is.EqualTo(statistics.Forwarded + statistics.Failed + statistics.Dropped + statistics.Pending),
            "Accepted = Forwarded + Failed + Dropped + Pending");
        Assert.That(statistics.DropCounts.Sum(drop => drop.Count), Is.EqualTo(statistics.Dropped), "Dropped by reason and level");
        return statistics;
    }

    private (QueueWork Work, LoggingEvent[] Batch, FlushTicket? Ticket) WaitForWork()
    {
        object? given = Queue.WaitForWork();
        while (given is Journal journal)
        {
            journal.Tend();
            given = Queue.WaitForWork();
        }

        LoggingEvent[] batch = given is CapturedEvents events ? events.ToArray() : [];
        InHand = [.. batch.Select(loggingEvent => loggingEvent.RenderedMessage ?? string.Empty)];
        Loss = given as LossGap ?? Loss;
        return (KindOf(given), batch, given as FlushTicket);
    }

    public static QueueWork KindOf(object? work) => work switch
    {
        CapturedEvents => QueueWork.Batch,
        LossGap => QueueWork.Loss,
        FlushTicket => QueueWork.Flush,
        null => QueueWork.End,
        _ => throw new ArgumentOutOfRangeException(nameof(work)),
    };
}

/// <summary>The kinds of work that the queue gives.</summary>
internal enum QueueWork
{
    Batch,
    Loss,
    Flush,
    End,
}
