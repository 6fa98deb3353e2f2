using Easy.Logger.Diagnostics;
using Easy.Logger.Forwarding;
using Easy.Logger.Lifetime;
using Easy.Logger.Threading;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>
/// Queue, worker and children of one appender, from its first event to its close. The appender itself is not referenced from here, so that an
/// appender nobody keeps can be collected and closed by its finalizer.
/// </summary>
internal sealed class BufferingPipeline : IDrainable
{
    /// <summary>With <c>closeTimeout</c> 0 the waiting events are given up at once; this is for the batch under way and the children's own close.</summary>
    private const int DiscardGraceMilliseconds = 100;

    private readonly BoundedEventQueue _queue;
    private readonly AppenderFanOut _children;
    private readonly FailureReporter _reporter;
    private readonly BatchWorker _worker;
    private readonly TimeProvider _time;
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
        _time = time;
        _queue = new BoundedEventQueue(options, time);
        _worker = new BatchWorker(_queue, children, reporter, () => _options);
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

    /// <summary>Callers that wait for room right now.</summary>
    public int WaitingCallers => _queue.WaitingCallers;

    /// <summary>Starts the worker, once. Does nothing after Close. Cheap enough for every log call.</summary>
    public void Start(string name)
    {
        if (_hasStarted)
        {
            return;
        }

        using (Uninterrupted.Lock(_lifeLock))
        {
            if (_state == BufferState.Created)
            {
                _state = BufferState.Running;
                _worker.Start(name);
                ExitGuard.Watch(this);
                _hasStarted = true;
            }
        }
    }

    public void Configure(BufferingOptions options)
    {
        _options = options;
        _queue.Configure(options);
    }

    /// <summary>Takes in an event that is fixed; see <see cref="BoundedEventQueue.Enqueue" />.</summary>
    /// <returns><see langword="false" /> when the pipeline is closed and the event was rejected.</returns>
    public bool Enqueue(LoggingEvent loggingEvent)
    {
        if (_worker.IsCurrentThread)
        {
            // Logged by a child, a layout or a filter. It must neither wait for room that only this thread can make, nor be forwarded
            // to the child that logs again: log4net itself drops what an appender logs to itself.
            return _queue.CountDropped(loggingEvent, DropReason.Reentrant);
        }

        bool urgent = IsUrgent(loggingEvent);
        bool accepted = _queue.Enqueue(loggingEvent, urgent);
        if (ExitGuard.ThreadIsCrashing || (urgent && ExitGuard.ProcessIsCrashing))
        {
            // Nobody waits for the worker after this call: the process ends when the last crash handler returns.
            FlushBeforeEnd();
        }

        return accepted;
    }

    /// <summary>Counts an event that could not be fixed.</summary>
    public void CountFailed() => _queue.CountFailed();

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

    /// <summary>Flushes for as long as a Close would take; for the moments before the process may end.</summary>
    public void FlushBeforeEnd()
    {
        // A child that hangs may cost the last moments of the process one such wait, not one per event.
        if (!_endsWithoutFlush)
        {
            _endsWithoutFlush = !Flush(flushLossyHistory: false, _options.CloseTimeout);
        }
    }

    /// <summary>Refuses new events and lets the worker finish in its own time. Never waits.</summary>
    public void BeginClose() => TryBeginClose();

    /// <summary>
    /// Forwards what waits, closes the children and ends the worker, all within <c>closeTimeout</c>; what is left then is dropped and counted.
    /// Never throws for a child. Only the first call does anything.
    /// </summary>
    public void Close()
    {
        if (!TryBeginClose())
        {
            return;
        }

        int timeout = _options.CloseTimeout;
        int discarded = timeout == 0 ? _queue.Discard() : 0;
        if (_worker.IsCurrentThread)
        {
            // A child or layout closes us: the worker ends when it comes back to its loop.
            return;
        }

        if (_worker.WaitForEnd(Deadline.In(timeout == 0 ? DiscardGraceMilliseconds : timeout)))
        {
            if (discarded > 0)
            {
                _reporter.Warn($"closed with closeTimeout 0: {discarded} waiting event(s) were dropped, as it asks for.");
            }

            return;
        }

        discarded += _queue.Discard();
        BufferStatistics left = Statistics;
        _reporter.Warn(
            $"closed after closeTimeout ({timeout} ms): {discarded} waiting event(s) were dropped, {left.InFlight} more are with a child that has not returned"
            + " and is therefore left open.");
    }

    private bool TryBeginClose()
    {
        bool neverStarted;
        using (Uninterrupted.Lock(_lifeLock))
        {
            if (_state is BufferState.Draining or BufferState.Closed)
            {
                return false;
            }

            neverStarted = _state == BufferState.Created;
            _state = neverStarted ? BufferState.Closed : BufferState.Draining;
        }

        ExitGuard.Forget(this);
        _queue.Close();
        if (neverStarted)
        {
            _children.Close();
        }

        return !neverStarted;
    }

    private bool IsUrgent(LoggingEvent loggingEvent)
    {
        BufferingOptions options = _options;
        Level? level = loggingEvent.Level;
        if (level is not null && level.Value >= options.FlushLevel.Value && options.FlushLevel.Value != Level.Off.Value)
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
