using Easy.Logger.Capture;
using Easy.Logger.Diagnostics;
using Easy.Logger.Journaling;
using Easy.Logger.Rendering;
using Easy.Logger.Threading;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <content>What logging threads do: enter an event, make room for it, wait for room.</content>
internal sealed partial class EventQueue
{
    /// <summary>
    /// Whether events are being dropped for lack of room and nobody has reported it yet; true once for each time that begins.
    /// </summary>
    public bool TakeUnreportedLoss()
    {
        if (!_losses.IsUnreported)
        {
            return false;
        }

        using (Uninterrupted.Lock(_lock))
        {
            return _losses.TakeUnreported();
        }
    }

    /// <summary>
    /// Takes an event in, or counts why not. Under <see cref="OverflowPolicy.Block" /> it may wait for room, at most the block timeout;
    /// under every other policy it never waits.
    /// </summary>
    /// <param name="captured">The event: another thread will read it.</param>
    /// <param name="urgent">Whether this and all before it are due at once.</param>
    /// <param name="record">What the journal keeps of it, when there is one.</param>
    /// <param name="plan">What it was captured by.</param>
    /// <returns><see langword="false" /> when the queue is closed and the event was rejected; otherwise <see langword="true" />, dropped or
    /// not.</returns>
    public bool Enqueue(in CapturedEvent captured, bool urgent, JournalRecord? record = null, CapturePlan? plan = null)
    {
        bool wake;
        plan ??= CapturePlan.Everything;
        using (Uninterrupted.Lock(_lock))
        {
            CapturedEvents open = _store.Open;
            if (open.Used < open.Limit && !urgent && open.Suits(captured, plan))
            {
                open.Add(captured);
                wake = open.Used == open.Limit && MustWake_NeedsLock();
            }
            else if (!EnqueueSlowly_NeedsLock(captured, urgent, record, plan, out wake))
            {
                return false;
            }

            AssertInvariants_NeedsLock();
        }

        if (wake)
        {
            _signal.Set();
        }

        return true;
    }

    /// <summary>
    /// Takes the values of an event in, where nothing else is read of it, it fits into the open batch, and nobody is urgent. Most log calls
    /// need nothing but this.
    /// </summary>
    /// <param name="loggingEvent">The event.</param>
    /// <param name="plan">The plan in force.</param>
    /// <param name="readsThread">Whether the name of the thread is read.</param>
    /// <param name="lastCall">The last log call of the thread.</param>
    /// <returns>Whether it is queued.</returns>
    public bool TryEnqueueValues(LoggingEvent loggingEvent, CapturePlan plan, bool readsThread, LastCall lastCall)
    {
        CapturedEvents open = _store.Open; // a look without the lock: who finds no room has not captured anything
        if (open.Used >= open.Limit || !CapturedEvent.TryKeepValues(loggingEvent, readsThread, lastCall, out CapturedEvent captured))
        {
            return false;
        }

        bool wake;
        using (Uninterrupted.Lock(_lock))
        {
            open = _store.Open;
            if (open.Used >= open.Limit || !open.Suits(captured, plan))
            {
                return false;
            }

            open.Add(captured);
            wake = open.Used == open.Limit && MustWake_NeedsLock();
            AssertInvariants_NeedsLock();
        }

        if (wake)
        {
            _signal.Set();
        }

        return true;
    }

    /// <summary>
    /// Drops an event, counted, if there is no room and the policy neither waits nor makes any: before anything is captured of it. Costs
    /// nothing as long as callers may wait.
    /// </summary>
    public bool TryDrop(LoggingEvent loggingEvent)
    {
        BufferingOptions options = _options;
        if (options.Overflow == OverflowPolicy.DropOldest || (options.Overflow == OverflowPolicy.Block && MayWait(options)))
        {
            return false;
        }

        using (Uninterrupted.Lock(_lock))
        {
            options = _options;
            bool mustDrop = !_closed && IsFull_NeedsLock && options.Overflow switch
            {
                OverflowPolicy.Block => !MayWait(options),
                OverflowPolicy.DropNewest => true,
                _ => _store.MustDrop(loggingEvent.Level),
            };
            if (mustDrop)
            {
                _counters.Accept();
                DropReason reason = options.Overflow == OverflowPolicy.Block ? DropReason.BlockTimeout : DropReason.QueueFull;
                Lose_NeedsLock(reason, loggingEvent.Level, loggingEvent.TimeStampUtc, _store.NextSequence);
                AssertInvariants_NeedsLock();
            }

            return mustDrop;
        }
    }

    private bool MayWait(BufferingOptions options) => options.BlockTimeout != 0 && !_callers.HasStalled;

    /// <summary>
    /// Takes in an event that was logged on a worker's thread: as <see cref="Enqueue" />, but it never waits; without room it is dropped as
    /// <see cref="DropReason.Reentrant" />.
    /// </summary>
    /// <returns><see langword="false" /> when the queue is closed and the event was rejected.</returns>
    public bool TryEnqueueReentrant(in CapturedEvent captured, bool urgent, JournalRecord? record, CapturePlan plan)
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (_closed || IsFull_NeedsLock)
            {
                return CountDropped(captured.Level, DropReason.Reentrant);
            }

            if (!Add_NeedsLock(captured, urgent, record, plan))
            {
                return true;
            }
        }

        _signal.Set();
        return true;
    }

    /// <summary>Counts an event that is dropped before it could be queued.</summary>
    /// <returns><see langword="false" /> when the queue is closed and the event was rejected.</returns>
    public bool CountDropped(Level? level, DropReason reason)
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (_closed)
            {
                Reject_NeedsLock();
                return false;
            }

            _counters.Accept();
            _counters.Drop(reason, level);
            return true;
        }
    }

    /// <summary>Counts an event that failed before it could be queued.</summary>
    public void CountFailed()
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (_closed)
            {
                Reject_NeedsLock();
                return;
            }

            _counters.Accept();
            _counters.Fail();
        }
    }

    private void Reject_NeedsLock()
    {
        _counters.Reject();
        _countRejected?.Invoke();
    }

    /// <summary>Everything but an event that fits into the open batch.</summary>
    /// <returns><see langword="false" /> when the queue is closed and the event was rejected.</returns>
    private bool EnqueueSlowly_NeedsLock(
        in CapturedEvent captured, bool urgent, JournalRecord? record, CapturePlan plan, out bool wake)
    {
        wake = false;
        if (_closed)
        {
            Reject_NeedsLock();
            return false;
        }

        if ((IsFull_NeedsLock || HasPriorityWaiters_NeedsLock) && MakeRoom_NeedsLock(captured.Level) is { } reason)
        {
            _counters.Accept();
            Lose_NeedsLock(reason, captured.Level, captured.TimeStampUtc, _store.NextSequence);
            wake = _closed; // the end waits for it
            return true;
        }

        wake = Add_NeedsLock(captured, urgent, record, plan);
        return true;
    }

    /// <returns>Whether the worker has to be woken.</returns>
    private bool Add_NeedsLock(in CapturedEvent captured, bool urgent, JournalRecord? record, CapturePlan plan)
    {
        if (_journal is { } journal)
        {
            AddJournaled_NeedsLock(journal, captured, record, plan);
        }
        else
        {
            _store.Add(captured, plan); // up to here it may fail for lack of memory
        }

        UpdateRoom_NeedsLock();
        if (urgent)
        {
            _urgentUntil = _store.NextSequence;
        }

        return MustWake_NeedsLock() || _journal?.NeedsSegments == true;
    }

    private void AddJournaled_NeedsLock(Journal journal, in CapturedEvent captured, JournalRecord? record, CapturePlan plan)
    {
        long place = journal.Append(record);
        try
        {
            _store.Add(captured.WithJournalPlace(place), plan);
        }
        catch (OutOfMemoryException)
        {
            journal.Complete([place]);
            throw;
        }
    }

    /// <summary>
    /// Whether the worker has to be woken: once to start timing the first event, and once when a batch is due; not for the events between.
    /// </summary>
    private bool MustWake_NeedsLock()
    {
        bool rests = _worker.State switch
        {
            WorkerState.WaitingBriefly => !NeedsImmediateWake_NeedsLock(),
            WorkerState.Parked => _store.Count != 1 && !IsDue_NeedsLock(),
            _ => true,
        };
        _worker.State = rests ? _worker.State : WorkerState.Awake;
        return !rests;
    }

    /// <summary>Makes room by the policy.</summary>
    /// <returns><see langword="null" /> when there is room now; otherwise why the new event has to go.</returns>
    private DropReason? MakeRoom_NeedsLock(Level? newcomer)
    {
        WaitingCaller? caller = null;
        try
        {
            return MakeRoom_NeedsLock(newcomer, ref caller);
        }
        finally
        {
            if (caller is not null)
            {
                _counters.Block(caller.Waited); // once, under however many options it waited
            }
        }
    }

    private DropReason? MakeRoom_NeedsLock(Level? newcomer, ref WaitingCaller? caller)
    {
        while (true)
        {
            BufferingOptions options = _options;
            switch (options.Overflow)
            {
                case OverflowPolicy.Block:
                    if (MayWait(options) && !TryWait_NeedsLock(options, caller ??= _callers.Begin(RunningTime.GetTimestamp()))
                        && IsFull_NeedsLock)
                    {
                        return DropReason.Interrupted;
                    }

                    if (_closed || ReferenceEquals(options, _options))
                    {
                        return _closed ? DropReason.Closing : IsFull_NeedsLock ? DropReason.BlockTimeout : null;
                    }

                    break; // there are other options now, by which it may be somebody else's turn

                case var _ when !IsFull_NeedsLock:
                    return null;

                case OverflowPolicy.DropOldest:
                case OverflowPolicy.DropLowestLevel:
                    return Evict_NeedsLock(newcomer);

                default:
                    return DropReason.QueueFull;
            }
        }
    }

    private DropReason? Evict_NeedsLock(Level? newcomer)
    {
        if (_store.EvictFor(newcomer) is not { } victim)
        {
            return DropReason.QueueFull;
        }

        CapturedEvent evicted = victim.Captured;
        Lose_NeedsLock(DropReason.Evicted, evicted.Level, evicted.TimeStampUtc, victim.Sequence);
        _gone++;
        _journal?.Complete([evicted.JournalPlace]); // may fail for lack of memory
        return null;
    }

    private bool HasPriorityWaiters_NeedsLock => _callers.HasPriority && _options.Overflow == OverflowPolicy.Block;

    /// <summary>Waits for room, a close, or other options.</summary>
    /// <returns><see langword="false" /> when the wait was interrupted.</returns>
    private bool TryWait_NeedsLock(BufferingOptions options, WaitingCaller caller)
    {
        bool isOver = _callers.Wait(
            caller,
            options.BlockTimeout,
            () => !IsFull_NeedsLock || _closed || !ReferenceEquals(options, _options),
            UpdateRoom_NeedsLock);
        UpdateRoom_NeedsLock();
        return isOver;
    }
}
