using System.Diagnostics;
using Easy.Logger.Diagnostics;
using Easy.Logger.Threading;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>
/// The bounded hand-over between any number of logging threads and one worker: capacity, overflow policy, flush tickets, close, and the ledger.
/// Knows neither appenders nor threads' names.
/// </summary>
/// <remarks>
/// One lock guards everything, the ledger included, so a snapshot balances and an event cannot slip in after the close. No foreign code
/// runs under it. Blocked callers wait on the lock itself; the worker waits on <see cref="WakeSignal" />, so a pulse never reaches the wrong side.
/// A ring under one lock was chosen over System.Threading.Channels because a channel can neither evict by level nor hand over a batch: see DESIGN.md.
/// </remarks>
internal sealed class BoundedEventQueue
{
    private readonly object _lock = new();
    private readonly Ledger _ledger = new();
    private readonly List<FlushTicket> _tickets = [];
    private readonly TimeProvider _time;
    private readonly WakeSignal _signal;

    private BufferingOptions _options;
    private EventStore _store;
    private bool _closed;
    private bool _ended; // the worker was told that nothing will ever come

    // Callers' side.
    private int _waitingCallers;
    private bool _stalled; // a caller waited in vain and the worker has finished nothing since

    // Worker's side.
    private int _inFlight;
    private long _inFlightTimestamp;
    private int _held;
    private long _lost; // events that a flush under way was about and that no child will see, or that one failed to take
    private long _echoesUntil; // below this number there may be events that were logged on a worker's thread
    private long _urgentUntil; // events below this number are due whatever their age
    private bool _parked;

    public BoundedEventQueue(BufferingOptions options, TimeProvider time)
    {
        _options = options;
        _time = time;
        _store = CreateStore(options, nextSequence: 0);
        _signal = new WakeSignal(time);
    }

    /// <summary>Worker only: whether the batch taken last may hold events that were logged on a worker's thread.</summary>
    public bool BatchHoldsEchoes { get; private set; }

    /// <summary>Callers that wait for room right now.</summary>
    public int WaitingCallers
    {
        get
        {
            using (Uninterrupted.Lock(_lock))
            {
                return _waitingCallers;
            }
        }
    }

    /// <summary>Takes new options over; what waits stays, in order. A limit below what waits only means "full" for a while.</summary>
    public void Configure(BufferingOptions options)
    {
        using (Uninterrupted.Lock(_lock))
        {
            EventStore store = CreateStore(options, _store.NextSequence);
            while (_store.Count > 0)
            {
                store.Add(_store.RemoveOldest());
            }

            // What waited has new numbers and forgot its age: it is due now, and a flush under way waits for all of it.
            _store = store;
            _options = options;
            _urgentUntil = store.NextSequence;
            _echoesUntil += _echoesUntil > 0 ? store.Count : 0;
            _tickets.ForEach(ticket => ticket.Target = store.NextSequence);
            PulseCallers_NeedsLock();
            AssertInvariants_NeedsLock();
        }

        _signal.Set();
    }

    /// <summary>
    /// Takes an event in, or counts why not. Under <see cref="OverflowPolicy.Block" /> it may wait for room, at most the block timeout;
    /// under every other policy it never waits.
    /// </summary>
    /// <param name="loggingEvent">An event that is fixed: another thread will read it.</param>
    /// <param name="urgent">Whether this and all before it are due at once.</param>
    /// <returns><see langword="false" /> when the queue is closed and the event was rejected; otherwise <see langword="true" />, dropped or not.</returns>
    public bool Enqueue(LoggingEvent loggingEvent, bool urgent)
    {
        bool wake;
        using (Uninterrupted.Lock(_lock))
        {
            if (_closed)
            {
                _ledger.Reject();
                return false;
            }

            if (IsFull_NeedsLock && MakeRoom_NeedsLock(loggingEvent) is { } reason)
            {
                _ledger.Accept();
                _ledger.Drop(reason, loggingEvent.Level);
                return true;
            }

            wake = Add_NeedsLock(loggingEvent, urgent);
            AssertInvariants_NeedsLock();
        }

        if (wake)
        {
            _signal.Set();
        }

        return true;
    }

    /// <summary>
    /// Takes in an event that was logged on a worker's thread: as <see cref="Enqueue" />, but it never waits; without room it is dropped as
    /// <see cref="DropReason.Reentrant" />.
    /// </summary>
    /// <returns><see langword="false" /> when the queue is closed and the event was rejected.</returns>
    public bool TryEnqueueEcho(LoggingEvent loggingEvent, bool urgent)
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (_closed || IsFull_NeedsLock)
            {
                return CountDropped(loggingEvent, DropReason.Reentrant);
            }

            _echoesUntil = _store.NextSequence + 1;
            if (!Add_NeedsLock(loggingEvent, urgent))
            {
                return true;
            }
        }

        _signal.Set();
        return true;
    }

    /// <summary>Counts an event that is dropped before it could be queued.</summary>
    /// <returns><see langword="false" /> when the queue is closed and the event was rejected.</returns>
    public bool CountDropped(LoggingEvent loggingEvent, DropReason reason)
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (_closed)
            {
                _ledger.Reject();
                return false;
            }

            _ledger.Accept();
            _ledger.Drop(reason, loggingEvent.Level);
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
                _ledger.Reject();
                return;
            }

            _ledger.Accept();
            _ledger.Fail();
        }
    }

    /// <summary>Worker only: waits for something to do.</summary>
    /// <param name="batch">The events to forward, when there are any; every batch must be settled before the next call.</param>
    /// <param name="ticket">The flush to answer, when there is one.</param>
    /// <returns>What to do; never <see cref="QueueWork.None" />.</returns>
    public QueueWork WaitForWork(out LoggingEvent[] batch, out FlushTicket? ticket)
    {
        while (true)
        {
            long? wakeAt;
            using (Uninterrupted.Lock(_lock))
            {
                _parked = false;
                QueueWork work = NextWork_NeedsLock(out batch, out ticket, out wakeAt);
                if (work != QueueWork.None)
                {
                    return work;
                }

                _parked = true;
            }

            _signal.WaitUntil(wakeAt);
        }
    }

    /// <summary>Worker only: books a batch, makes its room available and wakes those who wait for it.</summary>
    public void Settle(BatchResult result)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _ledger.Settle(_inFlight, result.Forwarded, result.Failed);
            foreach (KeyValuePair<DropReason, LoggingEvent> drop in result.Dropped)
            {
                _ledger.Drop(drop.Key, drop.Value.Level);
            }

            _lost += result.Failed + result.Dropped.Count(drop => drop.Key == DropReason.NoAppender);
            _held += _inFlight - result.Settled;
            _inFlight = 0;
            _stalled = false;
            PulseCallers_NeedsLock();
            AssertInvariants_NeedsLock();
        }
    }

    /// <summary>Asks that everything accepted so far passes through. Never waits.</summary>
    public FlushTicket RequestFlush(bool flushLossyHistory, Deadline deadline)
    {
        FlushTicket ticket;
        using (Uninterrupted.Lock(_lock))
        {
            ticket = new FlushTicket(_store.NextSequence, flushLossyHistory, deadline) { LostBefore = _lost };
            if (_ended)
            {
                ticket.Answer(Pending_NeedsLock == 0);
                return ticket;
            }

            _tickets.Add(ticket);
            _urgentUntil = Math.Max(_urgentUntil, ticket.Target);
        }

        _signal.Set();
        return ticket;
    }

    /// <summary>Counts an answered flush, or takes back one that nobody waits for any more.</summary>
    public void Conclude(FlushTicket ticket, bool flushed)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _tickets.Remove(ticket);
            if (flushed)
            {
                _ledger.Flushes++;
            }
        }
    }

    /// <summary>Refuses events from now on, lets blocked callers go, and makes all that waits due. Never waits.</summary>
    public void Close()
    {
        using (Uninterrupted.Lock(_lock))
        {
            _closed = true;
            Monitor.PulseAll(_lock);
        }

        _signal.Set();
    }

    /// <summary>Gives up every waiting event. Only for a closed queue.</summary>
    /// <returns>How many were given up.</returns>
    public int Discard()
    {
        using (Uninterrupted.Lock(_lock))
        {
            int count = _store.Count;
            _lost += count;
            while (_store.Count > 0)
            {
                _ledger.Drop(DropReason.Closing, _store.RemoveOldest().Level);
            }

            AssertInvariants_NeedsLock();
            return count;
        }
    }

    public BufferStatistics Snapshot(BufferState state, string? lastError)
    {
        using (Uninterrupted.Lock(_lock))
        {
            return new BufferStatistics
            {
                State = state,
                Accepted = _ledger.Accepted,
                Forwarded = _ledger.Forwarded,
                Failed = _ledger.Failed,
                Dropped = _ledger.Dropped,
                DropCounts = _ledger.DropCounts(),
                Rejected = _ledger.Rejected,
                Pending = Pending_NeedsLock,
                InFlight = _inFlight,
                OldestPendingAge = OldestPendingAge_NeedsLock(),
                Batches = _ledger.Batches,
                LargestBatch = _ledger.LargestBatch,
                Flushes = _ledger.Flushes,
                BlockedCalls = _ledger.BlockedCalls,
                BlockedTime = _ledger.BlockedTime,
                LastError = lastError,
            };
        }
    }

    private EventStore CreateStore(BufferingOptions options, long nextSequence) =>
        options.Overflow == OverflowPolicy.DropLowestLevel
            ? new LevelStore(_time, nextSequence)
            : new FifoStore(_time, options.BufferSize, nextSequence);

    private int Room_NeedsLock => _options.QueueLimit - _store.Count - _inFlight;

    private bool IsFull_NeedsLock => Room_NeedsLock <= 0;

    private long Pending_NeedsLock => (long)_store.Count + _inFlight + _held;

    private bool Add_NeedsLock(LoggingEvent loggingEvent, bool urgent)
    {
        _store.Add(loggingEvent); // first: it may fail for lack of memory
        _ledger.Accept();
        if (urgent)
        {
            _urgentUntil = _store.NextSequence;
        }

        // A parked worker is woken once to start timing the first event, and once when a batch is due; not for the events between.
        if (!_parked || (_store.Count != 1 && !IsDue_NeedsLock()))
        {
            return false;
        }

        _parked = false;
        return true;
    }

    /// <summary>Makes room by the policy.</summary>
    /// <returns><see langword="null" /> when there is room now; otherwise why the new event has to go.</returns>
    private DropReason? MakeRoom_NeedsLock(LoggingEvent newcomer)
    {
        switch (_options.Overflow)
        {
            case OverflowPolicy.Block:
                return WaitForRoom_NeedsLock();

            case OverflowPolicy.DropOldest:
            case OverflowPolicy.DropLowestLevel:
                if (_store.EvictFor(newcomer) is not { } victim)
                {
                    return DropReason.QueueFull;
                }

                _ledger.Drop(DropReason.Evicted, victim.Level);
                _lost++;
                return null;

            default:
                return DropReason.QueueFull;
        }
    }

    private DropReason? WaitForRoom_NeedsLock()
    {
        if (_stalled || _options.BlockTimeout == 0)
        {
            return DropReason.BlockTimeout;
        }

        Deadline deadline = Deadline.In(_options.BlockTimeout);
        long start = Stopwatch.GetTimestamp();
        _waitingCallers++;
        try
        {
            while (IsFull_NeedsLock && !_closed)
            {
                if (deadline.HasPassed)
                {
                    _stalled = true;
                    return DropReason.BlockTimeout;
                }

                Monitor.Wait(_lock, deadline.RemainingMilliseconds);
            }

            return _closed ? DropReason.Closing : null;
        }
        catch (ThreadInterruptedException)
        {
            // The caller sees the interrupt at its own next wait; the pulse that may have come with it goes to somebody else.
            Thread.CurrentThread.Interrupt();
            return DropReason.Interrupted;
        }
        finally
        {
            _waitingCallers--;
            _ledger.Block(TimeSpan.FromSeconds((double)(Stopwatch.GetTimestamp() - start) / Stopwatch.Frequency));
            PulseCallers_NeedsLock();
        }
    }

    private QueueWork NextWork_NeedsLock(out LoggingEvent[] batch, out FlushTicket? ticket, out long? wakeAt)
    {
        batch = [];
        wakeAt = null;
        ticket = _tickets.Find(candidate => candidate.Target <= _store.HeadSequence);
        if (ticket is not null)
        {
            _tickets.Remove(ticket);
            ticket.HasLost = _lost != ticket.LostBefore;
            return QueueWork.Flush;
        }

        if (_store.Count == 0)
        {
            _ended = _closed;
            return _closed ? QueueWork.End : QueueWork.None;
        }

        long dueAt = _store.OldestTimestamp + IdleTimestampTicks_NeedsLock;
        if (!IsDue_NeedsLock() && _time.GetTimestamp() < dueAt)
        {
            wakeAt = dueAt;
            return QueueWork.None;
        }

        batch = TakeBatch_NeedsLock();
        return QueueWork.Batch;
    }

    private long IdleTimestampTicks_NeedsLock => (long)(_options.IdleTime / 1000.0 * _time.TimestampFrequency);

    private LoggingEvent[] TakeBatch_NeedsLock()
    {
        // A new array each time: a child may keep it, and 8 bytes an event are nothing beside the event.
        LoggingEvent[] batch = new LoggingEvent[Math.Min(_store.Count, _options.BufferSize)];
        _inFlightTimestamp = _store.OldestTimestamp;
        BatchHoldsEchoes = _store.HeadSequence < _echoesUntil;
        for (int i = 0; i < batch.Length; i++)
        {
            batch[i] = _store.RemoveOldest();
        }

        _inFlight = batch.Length;
        AssertInvariants_NeedsLock();
        return batch;
    }

    /// <summary>Whether what waits has to go whatever its age. A lossy appender looks at each event when it comes; its history is the buffer.</summary>
    private bool IsDue_NeedsLock() =>
        _store.Count >= _options.BufferSize || _urgentUntil > _store.HeadSequence || _closed || _options.Lossy;

    private TimeSpan OldestPendingAge_NeedsLock()
    {
        if (_inFlight > 0)
        {
            return _time.GetElapsedTime(_inFlightTimestamp);
        }

        return _store.Count > 0 ? _time.GetElapsedTime(_store.OldestTimestamp) : TimeSpan.Zero;
    }

    private void PulseCallers_NeedsLock()
    {
        // One pulse for each place: waking a thousand callers for one place would cost more than the place is worth.
        for (int i = Math.Min(_waitingCallers, Room_NeedsLock); i > 0; i--)
        {
            Monitor.Pulse(_lock);
        }
    }

    [Conditional("DEBUG")]
    private void AssertInvariants_NeedsLock()
    {
        Debug.Assert(Monitor.IsEntered(_lock), "The queue's state is only touched under its lock.");
        Debug.Assert(
            _ledger.Accepted == _ledger.Forwarded + _ledger.Failed + _ledger.Dropped + Pending_NeedsLock,
            "Every accepted event is forwarded, failed, dropped or pending.");
        Debug.Assert(_inFlight >= 0 && _held >= 0 && _waitingCallers >= 0, "Nothing is counted twice.");
    }
}
