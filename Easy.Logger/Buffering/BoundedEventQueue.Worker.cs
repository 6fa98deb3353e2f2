using Easy.Logger.Diagnostics;
using Easy.Logger.Threading;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <content>What the worker does: wait for work, take a batch, book it.</content>
internal sealed partial class BoundedEventQueue
{
    /// <summary>Worker only: whether the batch taken last may hold events that were logged on a worker's thread.</summary>
    public bool BatchHoldsEchoes { get; private set; }

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
}
