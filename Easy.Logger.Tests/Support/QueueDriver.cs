namespace Easy.Logger.Tests.Support;

/// <summary>A queue on a clock by hand. The test is its worker; the counters are checked at every step.</summary>
internal class QueueDriver
{
    public QueueDriver(BufferingOptions options) => Queue = new EventQueue(options, Clock);

    public QueueDriver(
        int bufferSize, int limit = 10, OverflowPolicy overflow = OverflowPolicy.Block, int blockTimeout = -1, bool lossy = false,
        bool reportLoss = false)
        : this(Options(bufferSize, limit, overflow, blockTimeout, lossy, reportLoss))
    {
    }

    public ManualTimeProvider Clock { get; } = new();

    public EventQueue Queue { get; }

    /// <summary>The batch that is taken and not completed.</summary>
    public IReadOnlyList<string> InHand { get; private set; } = [];

    /// <summary>The loss that the queue gave last.</summary>
    public Loss? Loss { get; private set; }

    /// <summary>The flush whose answer the queue gave last.</summary>
    public FlushTicket? Ticket { get; private set; }

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

    /// <summary>Takes in one event for each word, at INFO unless said otherwise.</summary>
    public QueueDriver Log(string words, Level? level = null, bool urgent = false)
    {
        Array.ForEach(words.Split(' '), word => Enqueue(word, level, urgent));
        return this;
    }

    public QueueDriver Close()
    {
        Queue.Close();
        return this;
    }

    public QueueDriver RequestFlush(out FlushTicket ticket)
    {
        ticket = Queue.RequestFlush(flushLossyHistory: false, Deadline.Never);
        return this;
    }

    public void Configure(int bufferSize, int limit, OverflowPolicy overflow = OverflowPolicy.Block, int blockTimeout = -1) =>
        Queue.Configure(Options(bufferSize, limit, overflow, blockTimeout));

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
        Assert.That(Next(), Is.EqualTo(QueueWork.Batch));
        return [.. InHand];
    }

    /// <summary>A batch of the queued events, whether it is full or not.</summary>
    public string[] TakeDue()
    {
        Queue.RequestFlush(flushLossyHistory: false, Deadline.In(0));
        while (Next() != QueueWork.Batch)
        {
            // What else the queue gives comes before it.
        }

        return [.. InHand];
    }

    /// <summary>The next work is this batch; it is forwarded.</summary>
    public QueueDriver Gives(string words)
    {
        Assert.That(string.Join(' ', Take()), Is.EqualTo(words));
        Complete();
        return this;
    }

    /// <summary>The next work is the answer to this flush.</summary>
    public QueueDriver Gives(FlushTicket ticket)
    {
        Assert.That((Next(), Ticket), Is.EqualTo((QueueWork.Flush, ticket)));
        return this;
    }

    /// <summary>The next work is the report of a loss of so many events.</summary>
    public QueueDriver GivesLoss(long total)
    {
        Assert.That((Next(), Loss?.Total), Is.EqualTo((QueueWork.Loss, total)));
        return this;
    }

    public void GivesEnd() => Assert.That(Next(), Is.EqualTo(QueueWork.End));

    /// <summary>
    /// What is queued is not due: the worker sleeps until the idle time. Then something is done that makes it due, and it is forwarded.
    /// </summary>
    public QueueDriver Sleeps(Action<QueueDriver> until, string gives)
    {
        using Task<QueueWork> next = Task.Factory.StartNew(
            WaitForWork, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        Eventually.Holds(() => Clock.PendingTimers == 1, "the worker sleeps until the idle time");
        until(this);
        Eventually.Returns(next.Wait, "what waited");
        Assert.That(string.Join(' ', InHand), Is.EqualTo(gives));
        Complete();
        return this;
    }

    /// <summary>The next work, waited for on another thread.</summary>
    public QueueWork Next()
    {
        QueueWork next = Eventually.Returns(WaitForWork, "the queue's next work");
        _ = Statistics;
        return next;
    }

    /// <summary>Completes what was taken: all of it forwarded, but for what is said to have failed.</summary>
    public void Complete(int failed = 0)
    {
        BatchResult result = new();
        result.Count(InHand.Count - failed, failed);
        InHand = [];
        Queue.Complete(result);
        _ = Statistics;
    }

    /// <summary>Closes the queue and forwards everything that waits.</summary>
    public IReadOnlyList<string> CloseAndDrain()
    {
        List<string> drained = [];
        Queue.Close();
        QueueWork work;
        while ((work = Next()) == QueueWork.Batch)
        {
            drained.AddRange(InHand);
            Complete();
        }

        Assert.That(work, Is.EqualTo(QueueWork.End));
        return drained;
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

    private QueueWork WaitForWork()
    {
        object? given = Queue.WaitForWork();
        while (given is Journal journal)
        {
            journal.Tend();
            given = Queue.WaitForWork();
        }

        InHand = given is CapturedEvents events ? [.. events.ToArray().Select(one => one.RenderedMessage ?? string.Empty)] : [];
        Loss = given as Loss ?? Loss;
        Ticket = given as FlushTicket;
        return given switch
        {
            CapturedEvents => QueueWork.Batch,
            Loss _ => QueueWork.Loss,
            FlushTicket => QueueWork.Flush,
            null => QueueWork.End,
            _ => throw new ArgumentOutOfRangeException(nameof(given)),
        };
    }
}

/// <summary>The kinds of work that the queue gives.</summary>
internal enum QueueWork
{
    Batch,
    Loss,
    Flush,
    End,
}
