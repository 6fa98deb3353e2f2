using Easy.Logger.Capture;
using Easy.Logger.Diagnostics;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <content>What the worker does: wait for work, take a batch, complete it.</content>
internal sealed partial class EventQueue
{
    /// <summary>Whether queued events go before those of an earlier run now.</summary>
    public bool RecoveryWaits
    {
        get
        {
            using (Uninterrupted.Lock(_lock))
            {
                return RecoveryWaits_NeedsLock;
            }
        }
    }

    /// <summary>When the queue fills, and while somebody waits for a flush, but for the first moment of a run.</summary>
    private bool RecoveryWaits_NeedsLock =>
        _store.Count > _options.QueueLimit / 4 || (_tickets.Count > 0 && _journal?.GivesWay == true);

    /// <summary>Worker only: waits for something to do.</summary>
    /// <returns>
    /// What there is to do. <see cref="CapturedEvents" />: forward them, and complete them before the next call. <see cref="Loss" />: let
    /// the log say what is missing, for all that came before is through. <see cref="Journal" />: tend it, and forward what an earlier
    /// run left unless <see cref="RecoveryWaits" />. <see cref="FlushTicket" />: flush the children and answer it, for all that it asked
    /// for is through.
    /// <see langword="null" /> when the queue is closed and empty, and no caller waits: nothing will ever come.
    /// </returns>
    public object? WaitForWork()
    {
        while (true)
        {
            long? wakeAt;
            bool waitsBriefly;
            using (Uninterrupted.Lock(_lock))
            {
                waitsBriefly = _worker.State == WorkerState.Forwarding;
                _worker.EndStep();
                object? work = NextWork_NeedsLock(out wakeAt);
                if (work is not null || _worker.State == WorkerState.Ended)
                {
                    _worker.BeginStep();
                    return work;
                }

                _callers.Pulse(Room_NeedsLock);
                if (!waitsBriefly && _store.Count == 0)
                {
                    _store.Trim();
                }

                _worker.State = waitsBriefly ? WorkerState.WaitingBriefly : WorkerState.Parked;
            }

            if (waitsBriefly)
            {
                _signal.WaitBriefly();
            }
            else
            {
                _signal.WaitUntil(wakeAt);
            }
        }
    }

    /// <summary>Worker only: the events of the batch under way, and for how long the children have had it.</summary>
    public int InFlight(out TimeSpan age)
    {
        using (Uninterrupted.Lock(_lock))
        {
            age = _worker.BusyTime;
            return _worker.InFlight;
        }
    }

    /// <summary>Worker only: takes events of an earlier run in, which the children get now; to be completed as any batch.</summary>
    public void BeginRecovered(CapturedEvents events)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _counters.Recover(events.Count);
            _worker.BeginBatch(events, isRecovered: true);
            AssertInvariants_NeedsLock();
        }
    }

    /// <summary>Worker only: completes a batch, makes its room available and wakes those who wait for it.</summary>
    /// <returns>
    /// How many events were lost for lack of room since this last returned a number; <see langword="null" /> while less than half of the
    /// room is free, because the loss may go on.
    /// </returns>
    public long? Complete(BatchResult result)
    {
        using (Uninterrupted.Lock(_lock))
        {
            int inFlight = _worker.InFlight;
            _counters.Complete(inFlight, result.Forwarded, result.Failed);
            foreach (KeyValuePair<DropReason, Level?> drop in result.Dropped)
            {
                _counters.Drop(drop.Key, drop.Value);
                _gone += drop.Key == DropReason.NoAppender ? 1 : 0;
            }

            _gone += result.Failed;
            _held += inFlight - result.Completed;
            if (_worker.EndBatch() is { } taken)
            {
                _journal?.Complete(taken.JournalPlaces);
                taken.Clear();
                _store.Recycle(taken);
            }

            _callers.Complete();
            UpdateRoom_NeedsLock();
            PulseCallers_NeedsLock();
            AssertInvariants_NeedsLock();
            return Room_NeedsLock < _options.QueueLimit / 2 ? null : _losses.TakeCount();
        }
    }

    private void PulseCallers_NeedsLock()
    {
        if (_store.HasFullBatch && Room_NeedsLock < _options.QueueLimit / 4)
        {
            _callers.PulseAtTimes(Room_NeedsLock);
        }
        else
        {
            _callers.Pulse(Room_NeedsLock);
        }
    }

    private object? NextWork_NeedsLock(out long? wakeAt)
    {
        if (_journal is not { NeedsCare: true } journal || (_closed && (_isAbandoned || !journal.IsBeginning)))
        {
            return NextQueued_NeedsLock(out wakeAt);
        }

        // A long recovery and queued events take turns: a restart logs in time, whatever earlier runs left. No call waits, and no event is
        // dropped or late, for an earlier run.
        wakeAt = null;
        _isQueuesTurn = !journal.NeedsTending && (RecoveryWaits_NeedsLock || (!_isQueuesTurn && journal.GivesWay));
        return (_isQueuesTurn ? NextQueued_NeedsLock(out _) : null) ?? journal;
    }

    private object? NextQueued_NeedsLock(out long? wakeAt)
    {
        wakeAt = null;
        if (!_losses.IsEmpty && (_store.Count == 0 || _losses.NextPosition <= _store.HeadSequence) && TakeLoss_NeedsLock() is { } loss)
        {
            return loss;
        }

        if (_tickets.Find(candidate => candidate.Target <= _store.HeadSequence) is { } ticket)
        {
            _tickets.Remove(ticket);
            ticket.HasLost = _gone != ticket.LostBefore;
            return ticket;
        }

        if (_store.Count == 0)
        {
            // Callers that Close has let go count their events: what comes after the end is in no report.
            _worker.State = _closed && _callers.Count == 0 ? WorkerState.Ended : _worker.State;
            wakeAt = _journal?.NextLook;
            return null;
        }

        long dueAt = _store.OldestTimestamp + IdleTimestampTicks_NeedsLock;
        if (!IsDue_NeedsLock() && _time.GetTimestamp() < dueAt)
        {
            wakeAt = Math.Min(dueAt, _journal?.NextLook ?? dueAt);
            return null;
        }

        // A batch ends before the next loss.
        CapturedEvents taken = _store.Take(_losses.IsEmpty ? long.MaxValue : _losses.NextPosition);
        _worker.BeginBatch(taken);
        UpdateRoom_NeedsLock();
        AssertInvariants_NeedsLock();
        return taken;
    }

    private long IdleTimestampTicks_NeedsLock => (long)(_options.IdleTime / 1000.0 * _time.TimestampFrequency);

    /// <summary>Takes the loss that the worker has come to, but not while it goes on and the log shows one of a moment ago.</summary>
    private Loss? TakeLoss_NeedsLock()
    {
        long now = _time.GetTimestamp();
        if (_store.Count > 0 && !_closed && _losses.WasTakenAfter(now - IdleTimestampTicks_NeedsLock))
        {
            _losses.AdvanceTo(_store.HeadSequence + _options.BufferSize);
            return null;
        }

        return _losses.Take(now);
    }
}
