using System.Diagnostics;
using Easy.Logger.Capture;
using Easy.Logger.Diagnostics;
using Easy.Logger.Threading;

namespace Easy.Logger.Buffering;

/// <summary>
/// The bounded hand-over between any number of logging threads and one worker: capacity, overflow policy, flush tickets, close, counters.
/// Knows neither appenders nor threads' names.
/// </summary>
/// <remarks>
/// One lock guards everything, the counters included, so a snapshot balances and an event cannot slip in after the close. No foreign code
/// runs under it. Callers fill the open batch; the worker takes whole batches. Blocked callers wait on the lock itself; the worker waits on
/// <see cref="WakeSignal" />, so a pulse never reaches the wrong side.
/// </remarks>
internal sealed partial class EventQueue
{
    private static readonly TimeSpan _stalledAfter = TimeSpan.FromSeconds(10);
    private static readonly long _pulseInterval = Stopwatch.Frequency / 1000;

    /// <summary>How often one of the waiting callers looks for itself whether there is room, in milliseconds.</summary>
    private const int LookoutInterval = 10;

    private readonly object _lock = new();
    private readonly QueueCounters _counters = new();
    private readonly List<FlushTicket> _tickets = [];
    private readonly LossGaps _gaps = new();
    private readonly TimeProvider _time;
    private readonly WakeSignal _signal;

    private BufferingOptions _options;
    private EventStore _store;
    private long _firstSequence; // of the store; what has a higher number was accepted
    private bool _closed;
    private bool _ended; // the worker was told that nothing will ever come
    private Action? _countRejected; // somebody else keeps the books from the last snapshot on

    // Callers' side.
    private int _waitingCallers;
    private long _pulsedAt; // when those of them were last woken after a batch
    private bool _hasLookout; // one of those callers looks for itself now and then
    private int _impatientCallers; // those of them that newcomers may not overtake any more
    private Deadline _waitsEnd = Deadline.Never; // for every wait, whatever the block timeout
    private volatile bool _stalled; // a caller waited in vain, and the worker has finished nothing meanwhile or since
    private long _losses; // events given up for lack of room since half of the room was free last
    private volatile bool _lossIsNews; // nobody has been told of these losses yet

    // Worker's side.
    private int _inFlight;
    private long _inFlightTimestamp; // of the oldest event in it
    private long _batchTakenAt;
    private int _held;
    private long _settlements; // how often the worker has finished something
    private long _lost; // events that a flush under way was about and that no child will see, or that one failed to take
    private long _urgentUntil; // events below this number are due whatever their age
    private bool _parked; // until it is woken
    private bool _napping; // parked, but wakes by itself in a moment
    private bool _mayNap; // a batch was forwarded since it was parked last
    private long _lastLossWork = long.MinValue; // when the worker was last given a loss to tell of

    public EventQueue(BufferingOptions options, TimeProvider time)
    {
        _options = options;
        _time = time;
        _store = CreateStore(options, nextSequence: 0);
        _signal = new WakeSignal(time);
    }

    /// <summary>Takes new options over; what waits stays, in order. A limit below what waits only means "full" for a while.</summary>
    public void Configure(BufferingOptions options)
    {
        using (Uninterrupted.Lock(_lock))
        {
            EventStore store = CreateStore(options, _store.NextSequence);
            List<long> oldNumbers = [];
            while (_store.Count > 0)
            {
                oldNumbers.Add(_store.HeadSequence);
                CapturedEvents one = _store.Take(_store.HeadSequence + 1);
                store.Add(one[0], one.ValuesOf(0), one.Plan);
                one.Clear();
                _store.Recycle(one);
            }

            _counters.Accept(_store.NextSequence - _firstSequence - oldNumbers.Count);
            _firstSequence = store.HeadSequence;

            // What waited has new numbers and forgot its age: it is due now, and a flush under way waits for all of it.
            _store = store;
            _options = options;
            _urgentUntil = store.NextSequence;
            _tickets.ForEach(ticket => ticket.Target = store.NextSequence);
            _gaps.MoveTo(store.HeadSequence);
            _journal?.Renumber(oldNumbers, store.HeadSequence);
            UpdateRoom_NeedsLock();
            PulseCallers_NeedsLock();
            AssertInvariants_NeedsLock();
        }

        _signal.Set();
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
                _counters.Flushes++;
            }
        }
    }

    /// <summary>Refuses events from now on, lets blocked callers go, and makes all that waits due. Never waits.</summary>
    public void Close()
    {
        using (Uninterrupted.Lock(_lock))
        {
            _closed = true;
            UpdateRoom_NeedsLock();
            Monitor.PulseAll(_lock);
        }

        _signal.Set();
    }

    /// <summary>Lets no caller wait for longer than this from now on, those that wait already included. Never waits itself.</summary>
    public void EndWaits(Deadline deadline)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _waitsEnd = deadline;
            Monitor.PulseAll(_lock);
        }
    }

    /// <summary>Gives up every waiting event. Only for a closed queue.</summary>
    /// <returns>How many were given up.</returns>
    public int Discard()
    {
        using (Uninterrupted.Lock(_lock))
        {
            int count = _store.Count;
            _lost += count;
            _journal?.KeepFrom(_store.HeadSequence);
            while (_store.Count > 0)
            {
                CapturedEvents given = _store.Take(long.MaxValue);
                for (int i = 0; i < given.Count; i++)
                {
                    Lose_NeedsLock(DropReason.Closing, given[i], _store.HeadSequence);
                }
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
                State = state == BufferState.Running && BatchAge_NeedsLock >= _stalledAfter ? BufferState.Stalled : state,
                Accepted = Accepted_NeedsLock,
                Recovered = _counters.Recovered,
                Forwarded = _counters.Forwarded,
                Failed = _counters.Failed,
                Dropped = _counters.Dropped,
                DropCounts = _counters.DropCounts(),
                Rejected = _counters.Rejected,
                Pending = Pending_NeedsLock,
                InFlight = _inFlight,
                OldestPendingAge = OldestPendingAge_NeedsLock(),
                Batches = _counters.Batches,
                LargestBatch = _counters.LargestBatch,
                Flushes = _counters.Flushes,
                BlockedCalls = _counters.BlockedCalls,
                BlockedTime = _counters.BlockedTime,
                LastError = lastError,
            };
        }
    }

    /// <summary>A snapshot, after which each event that is refused is also told to somebody who keeps that snapshot.</summary>
    /// <param name="countRejected">Called under the queue's lock.</param>
    public BufferStatistics LastSnapshot(Action countRejected)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _countRejected = countRejected;
            return Snapshot(BufferState.Closed, lastError: null);
        }
    }

    /// <summary>For how long the children have had the batch under way; zero when there is none.</summary>
    public TimeSpan BatchAge
    {
        get
        {
            using (Uninterrupted.Lock(_lock))
            {
                return BatchAge_NeedsLock;
            }
        }
    }

    private TimeSpan BatchAge_NeedsLock => _inFlight > 0 ? _time.GetElapsedTime(_batchTakenAt) : TimeSpan.Zero;

    private EventStore CreateStore(BufferingOptions options, long nextSequence) =>
        options.Overflow == OverflowPolicy.DropLowestLevel
            ? new LevelStore(_time, options.BufferSize, nextSequence)
            : new FifoStore(_time, options.BufferSize, options.QueueLimit, nextSequence);

    /// <summary>Every event that was queued has a number of its own; the others are counted one by one.</summary>
    private long Accepted_NeedsLock => _counters.Accepted + _store.NextSequence - _firstSequence;

    /// <summary>
    /// Lets callers add to the open batch as long as there is room, unless each event has to be looked at: to be rejected, journaled,
    /// handed over at once, or to wait behind others.
    /// </summary>
    private void UpdateRoom_NeedsLock() =>
        _store.SetRoom(_closed || _journal is not null || _options.Lossy || MustQueueUp_NeedsLock ? 0 : Room_NeedsLock);

    private int Room_NeedsLock => _options.QueueLimit - _store.Count - _inFlight;

    private bool IsFull_NeedsLock => Room_NeedsLock <= 0;

    private long Pending_NeedsLock => (long)_store.Count + _inFlight + _held;

    /// <summary>Whether what waits has to go whatever its age. A lossy appender looks at each event when it comes; its history is the buffer.</summary>
    private bool IsDue_NeedsLock() =>
        _store.HasFullBatch || _urgentUntil > _store.HeadSequence || _closed || _options.Lossy;

    /// <summary>Whether what waits has to go before the worker has finished its nap.</summary>
    private bool IsPressing_NeedsLock() =>
        _store.Count >= Math.Max(_options.BufferSize, _options.QueueLimit / 4) || _urgentUntil > _store.HeadSequence || _closed || _options.Lossy;

    private TimeSpan OldestPendingAge_NeedsLock()
    {
        if (_inFlight > 0)
        {
            return _time.GetElapsedTime(_inFlightTimestamp);
        }

        return _store.Count > 0 ? _time.GetElapsedTime(_store.OldestTimestamp) : TimeSpan.Zero;
    }

    [Conditional("DEBUG")]
    private void AssertInvariants_NeedsLock()
    {
        Debug.Assert(Monitor.IsEntered(_lock), "The queue's state is only touched under its lock.");
        Debug.Assert(
            Accepted_NeedsLock == _counters.Forwarded + _counters.Failed + _counters.Dropped + Pending_NeedsLock,
            "Every accepted event is forwarded, failed, dropped or pending.");
        Debug.Assert(_inFlight >= 0 && _held >= 0 && _waitingCallers >= 0, "Nothing is counted twice.");
    }
}
