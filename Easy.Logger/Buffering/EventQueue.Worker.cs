using Easy.Logger.Capture;
using Easy.Logger.Diagnostics;
using Easy.Logger.Threading;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <content>What the worker does: wait for work, take a batch, book it.</content>
internal sealed partial class EventQueue
{
    /// <summary>Worker only: the batch to forward, after <see cref="QueueWork.Batch" />.</summary>
    public CapturedEvents? Taken { get; private set; }

    /// <summary>Worker only: the loss to tell of, after <see cref="QueueWork.Loss" />.</summary>
    public LossGap? Loss { get; private set; }

    /// <summary>Worker only: waits for something to do.</summary>
    /// <param name="ticket">The flush to answer, when there is one.</param>
    /// <returns>What to do; never <see cref="QueueWork.None" />. A batch must be settled before the next call.</returns>
    public QueueWork WaitForWork(out FlushTicket? ticket)
    {
        while (true)
        {
            long? wakeAt;
            bool nap;
            using (Uninterrupted.Lock(_lock))
            {
                _parked = _napping = false;
                QueueWork work = NextWork_NeedsLock(out ticket, out wakeAt);
                if (work != QueueWork.None)
                {
                    _mayNap = work == QueueWork.Batch;
                    return work;
                }

                _parked = true;
                PulseCallers_NeedsLock();
                if (!_mayNap && _store.Count == 0)
                {
                    _store.Trim();
                }

                _napping = nap = _mayNap;
                _mayNap = false;
            }

            if (nap)
            {
                _signal.Nap();
            }
            else
            {
                _signal.WaitUntil(wakeAt);
            }
        }
    }

    /// <summary>The events of the batch that the children have right now, and for how long they have had it.</summary>
    public int InFlight(out TimeSpan age)
    {
        using (Uninterrupted.Lock(_lock))
        {
            age = BatchAge_NeedsLock;
            return _inFlight;
        }
    }

    /// <summary>Worker only: books a batch, makes its room available and wakes those who wait for it.</summary>
    /// <returns>
    /// How many events were lost for lack of room since this last returned a number; <see langword="null" /> while less than half of the room is free, because
    /// the loss may go on.
    /// </returns>
    public long? Settle(BatchResult result)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _counters.Settle(_inFlight, result.Forwarded, result.Failed);
            foreach (KeyValuePair<DropReason, LoggingEvent> drop in result.Dropped)
            {
                _counters.Drop(drop.Key, drop.Value.Level);
            }

            _lost += result.Failed + result.Dropped.Count(drop => drop.Key == DropReason.NoAppender);
            _held += _inFlight - result.Settled;
            _inFlight = 0;
            _settlements++;
            if (Taken is { } taken)
            {
                Taken = null;
                taken.Clear();
                _store.Recycle(taken);
            }

            _stalled = false;
            _journal?.Release(_store.HeadSequence);
            UpdateRoom_NeedsLock();
            PulseCallersAtTimes_NeedsLock();
            AssertInvariants_NeedsLock();
            if (Room_NeedsLock < _options.QueueLimit / 2)
            {
                return null;
            }

            long losses = _losses;
            _losses = 0;
            return losses;
        }
    }

    private QueueWork NextWork_NeedsLock(out FlushTicket? ticket, out long? wakeAt)
    {
        wakeAt = null;
        ticket = null;
        if (_untoldRecovery is not null)
        {
            Recovery = _untoldRecovery;
            _untoldRecovery = null;
            return QueueWork.Recovery;
        }

        if (!_gaps.IsEmpty && (_store.Count == 0 || _gaps.NextPosition <= _store.HeadSequence) && TakeLoss_NeedsLock())
        {
            return QueueWork.Loss;
        }

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

        TakeBatch_NeedsLock();
        return QueueWork.Batch;
    }

    private long IdleTimestampTicks_NeedsLock => (long)(_options.IdleTime / 1000.0 * _time.TimestampFrequency);

    /// <summary>Takes the loss that the worker has come to, but not while it goes on and the log was told a moment ago.</summary>
    private bool TakeLoss_NeedsLock()
    {
        long now = _time.GetTimestamp();
        if (_store.Count > 0 && !_closed && _lastLossWork > now - IdleTimestampTicks_NeedsLock)
        {
            _gaps.AdvanceTo(_store.HeadSequence + _options.BufferSize);
            return false;
        }

        _lastLossWork = now;
        Loss = _gaps.Take();
        return true;
    }

    private void TakeBatch_NeedsLock()
    {
        // A batch ends before the next gap.
        Taken = _store.Take(_gaps.IsEmpty ? long.MaxValue : _gaps.NextPosition);
        _inFlightTimestamp = Taken.Timestamp;
        _inFlight = Taken.Count;
        UpdateRoom_NeedsLock();
        _batchTakenAt = _time.GetTimestamp();
        AssertInvariants_NeedsLock();
    }
}
