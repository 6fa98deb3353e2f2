using Easy.Logger.Lifetime;
using Easy.Logger.Rendering;
using Easy.Logger.Threading;

namespace Easy.Logger.Buffering;

/// <summary>
/// What callers ask the worker for and wait for: that everything accepted so far passes through the children. Thread-safe.
/// </summary>
/// <param name="queue">Has the requests, and knows what the worker does.</param>
/// <param name="worker">Answers them.</param>
/// <param name="thread">Runs it, or, where the process has no thread for it, the caller does.</param>
/// <param name="tryStart">Starts the thread; whether there is one.</param>
/// <param name="options">The options in force.</param>
internal sealed class Flushes(
    EventQueue queue, BatchWorker worker, WorkerThread thread, Func<bool> tryStart, Func<BufferingOptions> options)
{
    /// <summary>How long a flush waits for the notices of what failed, and for log4net's error handlers, in milliseconds.</summary>
    private const int NoticesMilliseconds = 100;

    private long _stuckAt = -1; // how often the worker had come back when it did not in the time of a last flush

    /// <summary>For flushes that nobody gave a limit, in milliseconds: as long as a Close may take.</summary>
    public int Timeout => options().CloseTimeout is var timeout && timeout == 0 ? BufferingOptions.DefaultCloseTimeout : timeout;

    /// <summary>Whether the worker is still where it was when a last flush waited in vain.</summary>
    public bool AreStuck => Interlocked.Read(ref _stuckAt) == queue.CompletedSteps && queue.BusyTime > TimeSpan.Zero;

    /// <summary>Asks and waits. Not on the worker's own thread.</summary>
    /// <param name="flushLossyHistory">Whether to drop a lossy history, but for what the lossy evaluator wants.</param>
    /// <param name="milliseconds">Longest wait; negative without limit.</param>
    /// <returns>Whether all of it succeeded in time.</returns>
    public bool Do(bool flushLossyHistory, int milliseconds)
    {
        // On a worker's thread: of an async appender that this one is attached to. Where they lead back to each other, this one's flush is
        // what that worker is asked for, and ends with it.
        Trail? trail = CallingThread.Current.Worker?.FlushTrail;
        if (trail is not null)
        {
            return trail.Contains(worker) || Wait(queue.RequestFlush(flushLossyHistory, Deadline.In(milliseconds), trail)) == true;
        }

        Deadline deadline = Deadline.In(milliseconds);
        bool isFlushed = Wait(queue.RequestFlush(flushLossyHistory, deadline)) == true;
        InternalLog.Flush(Deadline.Earlier(deadline, Deadline.In(NoticesMilliseconds)).RemainingMilliseconds);
        return isFlushed;
    }

    /// <summary>
    /// Asks, where the process may end at any moment. A child that hangs may cost those moments one such wait, not one per event.
    /// </summary>
    /// <returns>Waits for the answer, until the deadline.</returns>
    public Action Begin(Deadline deadline)
    {
        if (worker.IsCurrentThread || AreStuck)
        {
            return static () => { };
        }

        FlushTicket ticket = queue.RequestFlush(flushLossyHistory: false, deadline);
        return () =>
        {
            try
            {
                if (Wait(ticket, isSignal: true) is null)
                {
                    Interlocked.Exchange(ref _stuckAt, queue.CompletedSteps);
                }
            }
            catch (ThreadInterruptedException)
            {
                Thread.CurrentThread.Interrupt(); // seen by the caller at its own next wait
            }
        };
    }

    /// <summary>The same with the wait, in a log call.</summary>
    public void DoAtEnd()
    {
        int blockTimeout = options().BlockTimeout;
        try
        {
            Begin(ExitGuard.LimitOfCall(blockTimeout > 0 ? blockTimeout : Timeout, Timeout))();
        }
        catch (OutOfMemoryException)
        {
            // Thrown on, it would count the event a second time.
        }
    }

    /// <returns>The answer; <see langword="null" /> when there was none in time.</returns>
    private bool? Wait(FlushTicket ticket, bool isSignal = false)
    {
        bool? isFlushed = null;
        try
        {
            if (!tryStart())
            {
                thread.RunHere(ticket.Deadline, () => ticket.IsAnswered);
            }

            isFlushed = isSignal && ticket.Deadline.IsNever ? WaitWhileWorkerWorks(ticket) : ticket.Wait();
        }
        finally
        {
            queue.Conclude(ticket, isFlushed == true);
        }

        return isFlushed;
    }

    /// <summary>Without a limit, but only as long as the worker completes steps: handlers of the application wait for this.</summary>
    private bool? WaitWhileWorkerWorks(FlushTicket ticket)
    {
        bool? answer;
        long steps;
        do
        {
            steps = queue.CompletedSteps;
            answer = ticket.Wait(Deadline.In(BufferingOptions.DefaultCloseTimeout));
        }
        while (answer is null && queue.CompletedSteps != steps);

        return answer;
    }
}

/// <summary>
/// One caller's wish that everything accepted so far has passed through the children. The worker answers it; the caller waits, up to its
/// deadline.
/// </summary>
internal sealed class FlushTicket
{
    // Not a disposable event: a caller that no longer waits must not pull it away from under the worker that answers a moment later.
    private readonly object _lock = new();
    private bool? _answer;

    public FlushTicket(long target, bool flushLossyHistory, Deadline deadline, Trail? trail = null)
    {
        Trail = trail;
        Target = target;
        FlushLossyHistory = flushLossyHistory;
        Deadline = deadline;
    }

    /// <summary>Every event with a lower sequence number has to be through. Guarded by the queue's lock.</summary>
    public long Target { get; set; }

    /// <summary>Whether a lossy history is dropped too, but for what the lossy evaluator wants.</summary>
    public bool FlushLossyHistory { get; }

    /// <summary>When the caller stops waiting; what is left of it is the children's budget.</summary>
    public Deadline Deadline { get; }

    /// <summary>The workers that wait for it, where async appenders are attached to each other.</summary>
    public Trail? Trail { get; }

    /// <summary>Losses counted when the flush was asked for. Guarded by the queue's lock.</summary>
    public long LostBefore { get; set; }

    /// <summary>
    /// Whether an event was lost while the flush waited: then not everything has passed through. Set before the worker answers.
    /// </summary>
    public bool HasLost { get; set; }

    /// <summary>Whether it has its answer.</summary>
    public bool IsAnswered
    {
        get
        {
            using (Uninterrupted.Lock(_lock))
            {
                return _answer is not null;
            }
        }
    }

    /// <summary>Answers it; only the first answer counts.</summary>
    public void Answer(bool flushed)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _answer ??= flushed;
            Monitor.Pulse(_lock);
        }
    }

    /// <summary>Waits for the answer until the deadline.</summary>
    /// <returns>The answer; <see langword="null" /> when it did not come in time.</returns>
    public bool? Wait() => Wait(Deadline);

    /// <summary>The same until an earlier moment.</summary>
    public bool? Wait(Deadline until)
    {
        using (Uninterrupted.Lock(_lock))
        {
            while (_answer is null && !until.HasPassed)
            {
                Monitor.Wait(_lock, until.NextWait);
            }

            return _answer;
        }
    }
}
