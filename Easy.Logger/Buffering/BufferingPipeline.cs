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
    /// <summary>With <c>closeTimeout</c> 0 the waiting events are given up at once; this is for the batch under way and the children's own close.</summary>
    private const int DiscardGraceMilliseconds = 100;

    private readonly EventQueue _queue;
    private readonly JournalKeeper _journal;
    private readonly AppenderFanOut _children;
    private readonly FailureReporter _reporter;
    private readonly BatchWorker _worker;
    private readonly object _lifeLock = new();
    private volatile BufferingOptions _options;
    private volatile bool _hasStarted;
    private volatile bool _endsWithoutFlush;
    private BufferState _state;

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

    public BufferStatistics Statistics => _queue.Snapshot(State, _reporter.LastError);

    int IMetered.QueueLimit => _options.QueueLimit;

    IReadOnlyList<ChildTotals> IMetered.Children => _children.Totals;

    /// <summary>Callers that wait for room right now.</summary>
    public int WaitingCallers => _queue.WaitingCallers;

    /// <summary>Whether everything that is captured has to be in the event. Cheap enough for every log call.</summary>
    public bool IsJournaled => _journal.IsOpen;

    /// <summary>Starts the worker, once. Does nothing after Close. Cheap enough for every log call.</summary>
    public void Start(string name)
    {
        if (_hasStarted)
        {
            return;
        }

        MeterGate.Prepare();
        using (Uninterrupted.Lock(_lifeLock))
        {
            if (_state != BufferState.Created)
            {
                return;
            }

            try
            {
                _worker.Start(name);
            }
            catch (Exception e) when (e is OutOfMemoryException or ThreadStartException)
            {
                // No thread to be had right now: events wait in the queue, and the next log call tries again.
                _reporter.Failed("the start of the worker thread", e);
                return;
            }

            _state = BufferState.Running;
            _hasStarted = true;
            ExitGuard.Watch(this);
            MeterGate.Open(this, name);
        }
    }

    public void Configure(BufferingOptions options)
    {
        bool historyEnds = _options.Lossy && !options.Lossy;
        _options = options;
        _children.Configure(options.BatchRendering, options.Lossy);
        _queue.Configure(options);
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

        if (ExitGuard.ProcessIsCrashing && (urgent || ExitGuard.ThreadIsCrashing))
        {
            // Nobody waits for the worker after this call: the process ends when the last crash handler returns.
            FlushBeforeEnd();
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

        FlushTicket ticket = _queue.RequestFlush(flushLossyHistory, Deadline.In(milliseconds));
        bool flushed = false;
        try
        {
            flushed = ticket.Wait() ?? false;
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

    /// <summary>Flushes for as long as a Close may take; for the moments before the process may end.</summary>
    public void FlushBeforeEnd()
    {
        // A child that hangs may cost the last moments of a crashing process one such wait, not one per event.
        if (_endsWithoutFlush)
        {
            return;
        }

        bool flushed = false;
        try
        {
            flushed = Flush(flushLossyHistory: false);
        }
        catch (ThreadInterruptedException)
        {
            Thread.CurrentThread.Interrupt(); // seen by the caller at its own next wait
        }

        _endsWithoutFlush = !flushed && ExitGuard.ProcessIsCrashing;
    }

    /// <summary>Refuses new events and lets the worker finish in its own time. For a finalizer: waits for nothing, closes no child by itself.</summary>
    public void BeginClose() => TryBeginClose(out _);

    /// <summary>
    /// Forwards what waits, closes the children and ends the worker, all within <c>closeTimeout</c>; what is left then is dropped and counted.
    /// Never throws for a child. Only the first call does anything.
    /// </summary>
    public void Close()
    {
        if (!TryBeginClose(out bool neverStarted))
        {
            return;
        }

        if (neverStarted)
        {
            _children.Close();
        }
        else if (!_worker.IsCurrentThread)
        {
            WaitForEnd();
        }

        // Otherwise a child or layout closes us: the worker ends when it comes back to its loop.
    }

    void IDrainable.EndWaits() => _queue.EndWaits(Deadline.In(_options.CloseTimeout));

    void IDrainable.DrainAtExit()
    {
        Close();
        if (!_worker.IsCurrentThread)
        {
            _worker.WaitForEnd(Deadline.In(_options.CloseTimeout)); // somebody else's Close, or a finalizer's, may be under way
        }
    }

    private void TellThatEventsAreLost()
    {
        BufferingOptions options = _options;
        _reporter.Failed(
            FailureReporter.TakingEventsIn,
            exception: null,
            string.Format(
                CultureInfo.InvariantCulture,
                "the queue{0} is full (queueLimit {1}, overflow {2}); the children have had the batch under way for {3:0.0} s",
                _journal.IsOpen ? " or its journal" : string.Empty,
                options.QueueLimit,
                options.Overflow,
                _queue.BatchAge.TotalSeconds));
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

    private void WaitForEnd()
    {
        int timeout = _options.CloseTimeout;
        string fate = _journal.IsOpen ? " and stay in the journal" : string.Empty;
        int discarded = timeout == 0 ? _queue.Discard() : 0;
        if (_worker.WaitForEnd(Deadline.In(timeout == 0 ? DiscardGraceMilliseconds : timeout)))
        {
            if (discarded > 0)
            {
                _reporter.Warn($"closed with closeTimeout 0: {discarded} waiting event(s) were dropped{fate}, as it asks for.");
            }

            return;
        }

        ExitGuard.Forget(this); // it had its time
        discarded += _queue.Discard();
        _journal.Close(); // the next appender may need it before the child comes back
        BufferStatistics left = Statistics;
        _reporter.Warn(
            $"closed after closeTimeout ({timeout} ms): {discarded} waiting event(s) were dropped{fate}, {left.InFlight} more are with a child that has not returned"
            + " and is therefore left open.");
    }

    private bool TryBeginClose(out bool neverStarted)
    {
        using (Uninterrupted.Lock(_lifeLock))
        {
            neverStarted = _state == BufferState.Created;
            if (_state is BufferState.Draining or BufferState.Closed)
            {
                return false;
            }

            _state = neverStarted ? BufferState.Closed : BufferState.Draining;
        }

        _queue.Close();
        if (neverStarted)
        {
            _queue.Discard(); // events that came without a worker ever having started
            _journal.Close();
        }

        return true;
    }
}
