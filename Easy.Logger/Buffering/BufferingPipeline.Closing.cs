using Easy.Logger.Diagnostics;
using Easy.Logger.Lifetime;
using Easy.Logger.Threading;

namespace Easy.Logger.Buffering;

/// <content>The end of a pipeline: by Close, by a finalizer, at the exit of the process.</content>
internal sealed partial class BufferingPipeline
{
    /// <summary>With <c>closeTimeout</c> 0 the waiting events are given up at once; this is for the batch under way and the children's own close.</summary>
    private const int DiscardGraceMilliseconds = 100;

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
