using System.Globalization;
using Easy.Logger.Capture;
using Easy.Logger.Diagnostics;
using Easy.Logger.Forwarding;
using Easy.Logger.Journaling;
using Easy.Logger.Lifetime;
using Easy.Logger.Metrics;
using Easy.Logger.Rendering;
using Easy.Logger.Threading;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>
/// Queue, worker and children of one appender, from its first event to its close. The appender itself is not referenced from here, so that an
/// appender nobody keeps can be collected and closed by its finalizer.
/// </summary>
internal sealed class BufferingPipeline : IDrainable, IMetered
{
    /// <summary>
    /// What an end always has, in milliseconds: with <c>closeTimeout</c> 0 for the batch under way and the children's own close, and where the
    /// time of the whole process is over.
    /// </summary>
    private const int GraceMilliseconds = 100;

    /// <summary>How often a log call tries again to start the worker, in milliseconds.</summary>
    private const int RetryMilliseconds = 1_000;

    private readonly EventQueue _queue;
    private readonly JournalKeeper _journal;
    private readonly AppenderFanOut _children;
    private readonly FailureReporter _reporter;
    private readonly BatchWorker _worker;
    private readonly object _lifeLock = new();
    private volatile BufferingOptions _options;
    private volatile bool _hasBegun;
    private volatile bool _hasThread;
    private string _name = string.Empty;
    private Deadline _nextTry = Deadline.In(0);
    private BufferState _state;
    private Deadline _end; // of the close that is under way
    private int _discarded; // when it began
    private bool _hasConcluded;
    private long _stuckAt = -1; // how often the worker had come back when it did not in the time of a last flush
    private long _returnsAtEnd = -1; // the same, when the process began to end

    public BufferingPipeline(BufferingOptions options, AppenderFanOut children, FailureReporter reporter, TimeProvider time)
    {
        _options = options;
        _children = children;
        _reporter = reporter;
        _queue = new EventQueue(options, time);
        _journal = new JournalKeeper(_queue, reporter);
        _worker = new BatchWorker(_queue, children, reporter, () => _options, time, ended: () =>
        {
            _journal.Close();
            ExitGuard.Forget(this);
            MeterGate.End(this);
        });
    }

    public BufferState State
    {
        get
        {
            using (Uninterrupted.Lock(_lifeLock))
            {
                return _worker.HasEnded && _state == BufferState.Draining ? BufferState.Closed : _state;
            }
        }
    }

    /// <summary>Whether it has its options and is known to the end of the process, or has ended. Cheap enough for every log call.</summary>
    public bool HasBegun => _hasBegun;

    public BufferStatistics Statistics => _queue.Snapshot(State, _reporter.LastError);

    int IMetered.QueueLimit => _options.QueueLimit;

    IReadOnlyList<ChildTotals> IMetered.Children => _children.Totals;

    /// <summary>Callers that wait for room right now.</summary>
    public int WaitingCallers => _queue.WaitingCallers;

    /// <summary>Whether everything that is captured has to be in the event. Cheap enough for every log call.</summary>
    public bool IsJournaled => _journal.IsOpen;

    /// <summary>
    /// Begins, once: from now on the end of the process waits for what is accepted, whether there is a thread for the worker or not. Does
    /// nothing after Close.
    /// </summary>
    public void Begin(string name)
    {
        if (!_hasBegun)
        {
            MeterGate.Prepare();
            using (Uninterrupted.Lock(_lifeLock))
            {
                if (_state == BufferState.Created)
                {
                    _name = name;
                    _state = BufferState.Running;
                    ExitGuard.Watch(this);
                    MeterGate.Open(this, name);
                }

                _hasBegun = true;
            }
        }

        TryStart(now: true);
    }

    /// <summary>Starts the worker when there was no thread for it before, now and then. Cheap enough for every log call.</summary>
    public void KeepStarted()
    {
        if (!_hasThread)
        {
            TryStart(now: false);
        }
    }

    /// <returns>Whether there is a thread for the worker.</returns>
    private bool TryStart(bool now)
    {
        using (Uninterrupted.Lock(_lifeLock))
        {
            if (_hasThread || _state is BufferState.Created or BufferState.Closed || !(now || _nextTry.HasPassed))
            {
                return _hasThread;
            }

            try
            {
                _worker.Start(_name);
                _hasThread = true;
            }
            catch (Exception e) when (e is OutOfMemoryException or ThreadStartException)
            {
                // Events wait in the queue; each flush, a log call now and then, and the end try again.
                _nextTry = Deadline.In(RetryMilliseconds);
                _reporter.Failed("the start of the worker thread", e);
            }

            return _hasThread;
        }
    }

    public void Configure(BufferingOptions options)
    {
        bool historyEnds = _options.Lossy && !options.Lossy;
        try
        {
            _queue.Configure(options);
        }
        catch (OutOfMemoryException e)
        {
            _reporter.Failed("taking new options over", e, "everything is as it was");
            return;
        }

        _options = options;
        _children.Configure(options.BatchRendering, options.Lossy);
        if (historyEnds)
        {
            _queue.RequestFlush(flushLossyHistory: false, Deadline.In(options.CloseTimeout)); // the worker's occasion to let go of it; nobody waits
        }

        OpenJournal();
    }

    /// <summary>Opens the journal that the options ask for, once there is a child for what comes out of it.</summary>
    public void OpenJournal()
    {
        if (_children.Appenders.Count > 0)
        {
            _journal.Configure(_options);
        }
    }

    /// <summary>Drops an event that would be dropped in any case, see <see cref="EventQueue.TryDrop" />.</summary>
    public bool TryDrop(LoggingEvent loggingEvent)
    {
        if (!_queue.TryDrop(loggingEvent))
        {
            return false;
        }

        if (_queue.TakeUnreportedLoss())
        {
            TellThatEventsAreLost();
        }

        return true;
    }

    /// <summary>Takes in an event; see <see cref="EventQueue.Enqueue" />.</summary>
    /// <param name="loggingEvent">An event that is captured.</param>
    /// <param name="values">What was captured beside it.</param>
    /// <param name="plan">What it was captured by.</param>
    /// <param name="appender">The appender that it arrived at.</param>
    /// <param name="thread">The calling thread.</param>
    /// <returns><see langword="false" /> when the pipeline is closed and the event was rejected.</returns>
    public bool Enqueue(LoggingEvent loggingEvent, CapturedValues values, CapturePlan plan, IAppender appender, CallingThread thread)
    {
        bool isLogged = false;
        if (thread.Worker is { } worker)
        {
            // What an appender, a layout or a filter logs while a worker hands events over is re-entrant. To its own appender it would come
            // back for ever, so it is dropped, as log4net drops what an appender logs to itself. To another async appender it may go, but
            // what is logged while a re-entrant event is handed over may not (two whose appenders log would feed each other), and it never
            // waits: that appender may be waiting for this one.
            isLogged = !worker.Forwards(loggingEvent, appender);
            if (ReferenceEquals(worker, _worker) || (isLogged && worker.ForwardsReentrant))
            {
                return _queue.CountDropped(loggingEvent, DropReason.Reentrant);
            }

            if (isLogged || worker.ForwardsReentrant)
            {
                values = values.AsReentrant();
            }
            else if (_children.Reaches(appender))
            {
                // Appenders lead back to each other, through others that hand events on: each event goes round once.
                Trail trail = worker.Trail;
                if (trail.Contains(_worker))
                {
                    return _queue.CountDropped(loggingEvent, DropReason.Reentrant);
                }

                values = values.WithTrail(trail);
            }
        }

        bool urgent = IsUrgent(loggingEvent);
        JournalRecord? record = _journal.WriteDown(loggingEvent);
        bool accepted = isLogged
            ? _queue.TryEnqueueReentrant(loggingEvent, urgent, record, values, plan)
            : _queue.Enqueue(loggingEvent, urgent, record, values, plan);
        record?.Return();
        if (_queue.TakeUnreportedLoss())
        {
            TellThatEventsAreLost();
        }

        if (ExitGuard.ProcessIsCrashing && (urgent || ExitGuard.ThreadIsCrashing) && thread.Worker is null)
        {
            // Nobody waits for the worker after this call: the process ends when the last crash handler returns. Workers do not wait for each
            // other: it could be for ever.
            ((IDrainable)this).BeginFlush()();
        }

        return accepted;
    }

    BufferStatistics IMetered.Read() => _queue.Snapshot(BufferState.Running, lastError: null);

    BufferStatistics IMetered.ReadLast(Action countRejected) => _queue.LastSnapshot(countRejected);

    /// <summary>Counts an event that could not be fixed.</summary>
    public void CountFailed() => _queue.CountFailed();

    /// <summary>Counts an event that was logged while another log call on the same thread was still being taken in, too deep to go on.</summary>
    public void CountReentrant(LoggingEvent loggingEvent) => _queue.CountDropped(loggingEvent, DropReason.Reentrant);

    /// <summary>Waits until everything accepted before the call has passed through the children and they are flushed.</summary>
    /// <param name="flushLossyHistory">Whether to give up a lossy history, but for what the lossy evaluator wants.</param>
    /// <param name="milliseconds">Longest wait; negative without limit; 0 only looks whether nothing is pending and leaves the children alone.</param>
    /// <returns>Whether all of it succeeded in time. Always <see langword="false" /> on the worker's own thread, which cannot wait for itself.</returns>
    public bool Flush(bool flushLossyHistory, int milliseconds)
    {
        if (_worker.IsCurrentThread)
        {
            return false;
        }

        if (milliseconds == 0 || State is BufferState.Created or BufferState.Closed)
        {
            return Statistics.Pending == 0;
        }

        // On a worker's thread: of an async appender that this one is attached to. Where they lead back to each other, this one's flush is
        // what that worker is asked for, and ends with it.
        Trail? trail = CallingThread.Current.Worker?.FlushTrail;
        return trail?.Contains(_worker) == true || Wait(_queue.RequestFlush(flushLossyHistory, Deadline.In(milliseconds), trail));
    }

    /// <param name="ticket">What was asked for.</param>
    /// <param name="isSignal">
    /// Whether handlers of the application may wait for this: then a flush without a limit goes on as long as the worker comes back now and then.
    /// </param>
    private bool Wait(FlushTicket ticket, bool isSignal = false)
    {
        bool flushed = false;
        try
        {
            if (!TryStart(now: true))
            {
                _worker.RunHere(ticket.Deadline, () => ticket.IsAnswered);
            }

            Deadline slice = Deadline.Never;
            long returns;
            do
            {
                returns = _queue.Returns;
                slice = isSignal ? Deadline.In(BufferingOptions.DefaultCloseTimeout) : slice;
                flushed = ticket.Wait(Deadline.Earlier(ticket.Deadline, slice)) ?? false;
            }
            while (!ticket.IsAnswered && !ticket.Deadline.HasPassed && (!isSignal || !ticket.Deadline.IsNever || _queue.Returns != returns));
        }
        finally
        {
            _queue.Conclude(ticket, flushed);
        }

        return flushed;
    }

    /// <summary><see cref="Flush(bool, int)" /> for callers that have no limit of their own: as long as a Close may take.</summary>
    public bool Flush(bool flushLossyHistory)
    {
        int timeout = _options.CloseTimeout;
        return Flush(flushLossyHistory, timeout == 0 ? BufferingOptions.DefaultCloseTimeout : timeout);
    }

    /// <summary>Refuses new events and lets the worker finish in its own time. For a finalizer: waits for nothing, closes no child by itself.</summary>
    public void BeginClose()
    {
        using (Uninterrupted.Lock(_lifeLock))
        {
            if (_state == BufferState.Created)
            {
                _state = BufferState.Closed; // it has taken nothing in
                _hasBegun = _hasConcluded = true;
            }
        }

        TryBeginClose();
    }

    /// <summary>
    /// Forwards what waits, closes the children and ends the worker, all within <c>closeTimeout</c>; what is left then is dropped and counted.
    /// Never throws for a child. Only the first call does anything.
    /// </summary>
    public void Close()
    {
        if (TryBeginClose())
        {
            WaitForEnd();
        }
    }

    void IDrainable.EndWaits()
    {
        Deadline deadline = Deadline.In(_options.CloseTimeout);
        _queue.EndWaits(deadline);
        _returnsAtEnd = _queue.Returns;
        _queue.RequestFlush(flushLossyHistory: false, deadline); // nobody waits for it, but whoever is closed last has had the time, too
    }

    Action IDrainable.BeginClose()
    {
        TryBeginClose();
        return WaitForEnd; // also when somebody else has begun
    }

    Action IDrainable.BeginFlush()
    {
        // A child that hangs may cost the last moments of a process one such wait, not one per event.
        if (_worker.IsCurrentThread || IsStuck || State is BufferState.Created or BufferState.Closed)
        {
            return () => { };
        }

        int timeout = _options.CloseTimeout;
        FlushTicket ticket = _queue.RequestFlush(
            flushLossyHistory: false, Deadline.In(timeout == 0 ? BufferingOptions.DefaultCloseTimeout : timeout));
        return () =>
        {
            try
            {
                if (!Wait(ticket, isSignal: true))
                {
                    Interlocked.Exchange(ref _stuckAt, _queue.Returns);
                }
            }
            catch (ThreadInterruptedException)
            {
                Thread.CurrentThread.Interrupt(); // seen by the caller at its own next wait
            }
        };
    }

    /// <summary>Whether the worker is still where it was when a last flush waited in vain.</summary>
    private bool IsStuck => Interlocked.Read(ref _stuckAt) == _queue.Returns && _queue.AwayTime > TimeSpan.Zero;

    private bool TryBeginClose()
    {
        using (Uninterrupted.Lock(_lifeLock))
        {
            if (_state is BufferState.Draining or BufferState.Closed)
            {
                return false;
            }

            bool isEmpty = _state == BufferState.Created && _children.Appenders.Count == 0 && Statistics.Pending == 0;
            _hasConcluded = isEmpty; // nothing came, and nothing has to be closed
            _state = isEmpty ? BufferState.Closed : BufferState.Draining;
            _hasBegun = true;
            int timeout = _options.CloseTimeout;
            _end = Deadline.In(timeout == 0 || IsStuck ? GraceMilliseconds : timeout);
        }

        _queue.Close();
        _discarded = _options.CloseTimeout == 0 ? _queue.Discard() : 0;
        TryStart(now: true);
        return true;
    }

    /// <summary>Waits until a close that has begun is over: when the worker has ended, or at its deadline. The first one to see it does the rest.</summary>
    private void WaitForEnd()
    {
        if (State == BufferState.Closed && _hasConcluded)
        {
            return;
        }

        if (_worker.IsCurrentThread && !ExitGuard.ProcessIsEnding)
        {
            return; // a child or layout closes us: the worker ends when it comes back to its loop
        }

        // A worker that has not come back since the process began to end has had its time.
        bool isHung = Interlocked.Read(ref _returnsAtEnd) == _queue.Returns && _queue.AwayTime > TimeSpan.Zero;
        Deadline end = ExitGuard.Limit(_end, _options.CloseTimeout, isHung ? 0 : GraceMilliseconds);
        bool hasEnded = !_worker.IsCurrentThread
            && (TryStart(now: true) ? _worker.WaitForEnd(end) : _worker.RunHere(end, () => _worker.HasEnded));
        using (Uninterrupted.Lock(_lifeLock))
        {
            if (_hasConcluded)
            {
                return;
            }

            _hasConcluded = true;
        }

        Conclude(hasEnded);
    }

    private void Conclude(bool hasEnded)
    {
        int timeout = _options.CloseTimeout;
        string fate = _journal.IsOpen ? " and stay in the journal" : string.Empty;
        if (hasEnded)
        {
            if (_discarded > 0)
            {
                _reporter.Warn($"closed with closeTimeout 0: {_discarded} waiting event(s) were dropped{fate}, as it asks for.");
            }

            return;
        }

        ExitGuard.Forget(this); // it had its time
        int discarded = _discarded + _queue.Abandon();
        _journal.Close(); // the next appender may need it before the child comes back
        _reporter.Warn(
            $"closed after closeTimeout ({timeout} ms): {discarded} waiting event(s) were dropped{fate}, {Statistics.InFlight} more are with a child that"
            + " has not returned and is therefore left open.");
    }

    private void TellThatEventsAreLost()
    {
        BufferingOptions options = _options;
        _reporter.Failed(
            FailureReporter.TakingEventsIn,
            exception: null,
            string.Format(
                CultureInfo.InvariantCulture,
                "the queue{0} is full (queueLimit {1}, overflow {2}); the worker has been with the children for {3:0.0} s",
                _journal.IsOpen ? " or its journal" : string.Empty,
                options.QueueLimit,
                options.Overflow,
                _queue.AwayTime.TotalSeconds));
    }

    private bool IsUrgent(LoggingEvent loggingEvent)
    {
        BufferingOptions options = _options;
        if (loggingEvent.Level is { } level && level.Value >= options.UrgentFrom)
        {
            return !options.Lossy;
        }

        if (options.Lossy || options.Evaluator is not { } evaluator)
        {
            return false;
        }

        try
        {
            return evaluator.IsTriggeringEvent(loggingEvent);
        }
        catch (Exception e)
        {
            _reporter.Failed("the evaluator", e);
            return false;
        }
    }
}
