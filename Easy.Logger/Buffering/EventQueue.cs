using System.Diagnostics;
using Easy.Logger.Diagnostics;
using Easy.Logger.Journaling;
using Easy.Logger.Rendering;
using Easy.Logger.Threading;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>
/// The bounded hand-over between any number of logging threads and one worker: capacity, overflow policy, flushes, journal, close,
/// counters. Knows neither appenders nor threads' names.
/// </summary>
/// <remarks>
/// One lock guards everything, the counters included, so a snapshot balances and an event cannot slip in after the close. No foreign code
/// runs under it. Callers fill the open batch; the worker takes whole batches. Blocked callers wait in <see cref="WaitingCallers" />, the
/// worker on its <see cref="WakeSignal" />.
/// </remarks>
internal sealed partial class EventQueue
{
    private static readonly TimeSpan _stalledAfter = TimeSpan.FromSeconds(10);

    private readonly object _lock = new();
    private readonly QueueCounters _counters = new();
    private readonly LossTracker _losses = new();
    private readonly List<FlushTicket> _tickets = [];
    private readonly WaitingCallers _callers;
    private readonly TimeProvider _time;
    private readonly WakeSignal _signal;
    private readonly WorkerActivity _worker;

    private BufferingOptions _options;
    private EventStore _store;
    private long _firstSequence; // of the store; what has a higher number was accepted
    private long _urgentUntil; // events below this number are due whatever their age
    private long _gone; // events that a flush under way was about and that no child will see, or that one failed to take
    private int _held; // events that the worker keeps in a lossy history
    private volatile Journal? _journal;
    private bool _isQueuesTurn; // between two batches of a long recovery
    private bool _closed;
    private bool _isAbandoned; // the close is over, whether the worker came back or not
    private Action? _countRejected; // somebody else counts from the last snapshot on

    public EventQueue(BufferingOptions options, TimeProvider time)
    {
        _options = options;
        _time = time;
        _callers = new WaitingCallers(_lock);
        _store = CreateStore(options, nextSequence: 0);
        _signal = new WakeSignal(time);
        _worker = new WorkerActivity(time);
    }

    /// <summary>Keeps the queued events for the next run; <see langword="null" /> when there is none.</summary>
    public Journal? Journal => _journal;

    /// <summary>Callers that wait for room right now.</summary>
    public int WaitingCallers
    {
        get
        {
            using (Uninterrupted.Lock(_lock))
            {
                return _callers.Count;
            }
        }
    }

    /// <inheritdoc cref="WorkerActivity.BusyTime" />
    public TimeSpan BusyTime
    {
        get
        {
            using (Uninterrupted.Lock(_lock))
            {
                return _worker.BusyTime;
            }
        }
    }

    /// <inheritdoc cref="WorkerActivity.CompletedSteps" />
    public long CompletedSteps
    {
        get
        {
            using (Uninterrupted.Lock(_lock))
            {
                return _worker.CompletedSteps;
            }
        }
    }

    /// <summary>
    /// Takes new options over; queued events stay, in order. A limit below their number only means "full" for a while. Without the memory
    /// for it nothing is changed.
    /// </summary>
    /// <exception cref="OutOfMemoryException">There is not enough memory: the options are what they were.</exception>
    public void Configure(BufferingOptions options)
    {
        using (Uninterrupted.Lock(_lock))
        {
            EventStore store = CreateStore(options, _store.NextSequence);
            foreach (QueuedEvent waiting in _store.Events())
            {
                store.Add(waiting.Captured, waiting.Plan);
            }

            // From here on nothing fails. What waited has new numbers and forgot its age: it is due now, and a flush under way waits for
            // all of it.
            _counters.Accept(_store.NextSequence - _firstSequence - store.Count);
            _firstSequence = store.HeadSequence;
            _store = store;
            _options = options;
            _urgentUntil = store.NextSequence;
            _tickets.ForEach(ticket => ticket.Target = store.NextSequence);
            _losses.MoveTo(store.HeadSequence);
            UpdateRoom_NeedsLock();
            _callers.Complete();
            _callers.PulseAll(); // to look at the new options
            AssertInvariants_NeedsLock();
        }

        _signal.Set();
    }

    /// <summary>Keeps a journal from now on.</summary>
    /// <returns><see langword="false" /> when the queue is closed: the journal is as it was.</returns>
    public bool Attach(Journal journal)
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (_closed)
            {
                return false;
            }

            _journal = journal;
            UpdateRoom_NeedsLock();
        }

        _signal.Set();
        return true;
    }

    /// <summary>Asks that everything accepted so far passes through. Never waits.</summary>
    public FlushTicket RequestFlush(bool flushLossyHistory, Deadline deadline, Trail? trail = null)
    {
        FlushTicket ticket;
        using (Uninterrupted.Lock(_lock))
        {
            ticket = new FlushTicket(_store.NextSequence, flushLossyHistory, deadline, trail) { LostBefore = _gone };
            if (_worker.State == WorkerState.Ended || _isAbandoned)
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
            _callers.PulseAll();
        }

        _signal.Set();
    }

    /// <summary>Lets no caller wait for longer than this from now on, those that wait already included. Never waits itself.</summary>
    public void EndWaits(Deadline deadline)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _callers.EndWaits(deadline);
        }
    }

    /// <summary>Drops every queued event, and lets no flush wait any longer: the close is over. Only for a closed queue.</summary>
    /// <returns>How many events were dropped.</returns>
    public int Abandon()
    {
        int count = Discard();
        using (Uninterrupted.Lock(_lock))
        {
            _isAbandoned = true;
            _tickets.ForEach(ticket => ticket.Answer(false));
            _tickets.Clear();
        }

        return count;
    }

    /// <summary>Drops every queued event. Only for a closed queue.</summary>
    /// <returns>How many were dropped.</returns>
    public int Discard()
    {
        using (Uninterrupted.Lock(_lock))
        {
            int count = _store.Count;
            _gone += count;
            foreach (QueuedEvent given in _store.Events())
            {
                if (_journal?.Has(given.Captured.JournalPlace) == true)
                {
                    _counters.Drop(DropReason.LeftInJournal, given.Captured.Level); // the log does not miss it
                }
                else
                {
                    Lose_NeedsLock(DropReason.Closing, given.Captured.Level, given.Captured.TimeStampUtc, _store.HeadSequence);
                }
            }

            while (_store.Count > 0)
            {
                _ = _store.Take(long.MaxValue);
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
                State = state == BufferState.Running && _worker.BusyTime >= _stalledAfter ? BufferState.Stalled : state,
                Accepted = Accepted_NeedsLock,
                Recovered = _counters.Recovered,
                Forwarded = _counters.Forwarded,
                Failed = _counters.Failed,
                Dropped = _counters.Dropped,
                DropCounts = _counters.DropCounts(),
                Rejected = _counters.Rejected,
                Pending = Pending_NeedsLock,
                InFlight = _worker.InFlight,
                OldestPendingAge = OldestPendingAge_NeedsLock(),
                Batches = _counters.Batches,
                LargestBatch = _counters.LargestBatch,
                Flushes = _counters.Flushes,
                BlockedCalls = _counters.BlockedCalls,
                BlockedTime = _counters.BlockedTime,
                LastError = lastError,
                Journal = _journal?.Statistics(),
            };
        }
    }

    /// <summary>A snapshot, after which each event that is refused is also counted by somebody who keeps that snapshot.</summary>
    /// <param name="countRejected">Called under the queue's lock.</param>
    public BufferStatistics LastSnapshot(Action countRejected)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _countRejected = countRejected;
            return Snapshot(BufferState.Closed, lastError: null);
        }
    }

    private EventStore CreateStore(BufferingOptions options, long nextSequence) =>
        options.Overflow == OverflowPolicy.DropLowestLevel
            ? new LevelStore(_time, options.BufferSize, nextSequence)
            : new FifoStore(_time, options.BufferSize, options.QueueLimit, nextSequence);

    /// <summary>Every event that was queued has a number of its own; the others are counted one by one.</summary>
    private long Accepted_NeedsLock => _counters.Accepted + _store.NextSequence - _firstSequence;

    private long Pending_NeedsLock => (long)_store.Count + _worker.InFlight + _held;

    private int Room_NeedsLock => _options.QueueLimit - _store.Count - _worker.Places;

    private bool IsFull_NeedsLock => Room_NeedsLock <= 0;

    /// <summary>
    /// Lets callers add to the open batch as long as there is room, unless each event has to be looked at: to be rejected, journaled,
    /// handed over at once, or to wait behind others.
    /// </summary>
    private void UpdateRoom_NeedsLock() =>
        _store.SetRoom(_closed || _journal is not null || _options.Lossy || HasPriorityWaiters_NeedsLock ? 0 : Room_NeedsLock);

    /// <summary>
    /// Whether queued events have to go whatever their age. A lossy appender looks at each event when it comes; its history is the buffer.
    /// </summary>
    private bool IsDue_NeedsLock() =>
        _store.HasFullBatch || _urgentUntil > _store.HeadSequence || _closed || _options.Lossy;

    /// <summary>Whether queued events have to go before the worker has finished its brief wait.</summary>
    private bool NeedsImmediateWake_NeedsLock() =>
        _store.Count >= Math.Max(_options.BufferSize, _options.QueueLimit / 4) || _urgentUntil > _store.HeadSequence || _closed
            || _options.Lossy;

    private TimeSpan OldestPendingAge_NeedsLock() =>
        _worker.InFlight > 0 ? _worker.OldestAge
        : _store.Count > 0 ? _time.GetElapsedTime(_store.OldestTimestamp)
        : TimeSpan.Zero;

    /// <summary>
    /// Counts an event that is dropped for lack of room or time, and where the log will say so. Without memory for that place it is only
    /// counted.
    /// </summary>
    private void Lose_NeedsLock(DropReason reason, Level? level, DateTime time, long position)
    {
        _counters.Drop(reason, level);
        _losses.Count();
        if (!_options.ReportLoss)
        {
            return;
        }

        // What was lost before the oldest queued event is one loss. The others are far enough apart to be few beside the events that wait.
        long head = _store.HeadSequence;
        _losses.AdvanceTo(head);
        try
        {
            _losses.Add(Math.Max(position, head), reason, level, time, spacing: Math.Max(_options.BufferSize, _options.QueueLimit / 16));
        }
        catch (OutOfMemoryException)
        {
            // Thrown on, it would be counted a second time, as an event for which there was no memory.
        }
    }

    [Conditional("DEBUG")]
    private void AssertInvariants_NeedsLock()
    {
        Debug.Assert(Monitor.IsEntered(_lock), "The queue's state is only touched under its lock.");
        Debug.Assert(
            Accepted_NeedsLock == _counters.Forwarded + _counters.Failed + _counters.Dropped + Pending_NeedsLock,
            "Every accepted event is forwarded, failed, dropped or pending.");
        Debug.Assert(_held >= 0 && _callers.Count >= 0, "Nothing is counted twice.");
    }
}
