using System.Threading.Channels;
using Easy.Logger.Capture;
using Easy.Logger.Rendering;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>
/// Batches in a channel, and the open one that callers fill. Gives way at its head. For every policy that does not look at levels.
/// </summary>
internal sealed class FifoStore : EventStore
{
    /// <summary>Enough for a caller to find the next batch while the worker has one and another is full.</summary>
    private const int MaxFree = 8;

    /// <summary>Places of the channel that are kept when nothing waits.</summary>
    private const int MaxKeptPlaces = 1024;

    private readonly Stack<CapturedEvents> _free = new(MaxFree);
    private readonly TimeProvider _time;
    private readonly int _batchSize;
    private int _capacity;
    private Channel<CapturedEvents> _closed;
    private int _maxClosed; // since the channel was made, which keeps the places
    private CapturedEvents? _head; // the oldest one, out of the channel before its time
    private long _headSequence;

    /// <param name="time">Where the age of a batch comes from.</param>
    /// <param name="batchSize">The most events of a batch.</param>
    /// <param name="limit">The most events. More are taken in, but not expected.</param>
    /// <param name="nextSequence">The number of the first event.</param>
    public FifoStore(TimeProvider time, int batchSize, int limit, long nextSequence = 0)
    {
        _time = time;
        _batchSize = batchSize;
        _capacity = limit; // a batch has one event at least
        _closed = Channel.CreateBounded<CapturedEvents>(_capacity);
        _headSequence = nextSequence;
        Open = Rent(nextSequence);
    }

    public override int Count => (int)(NextSequence - _headSequence);

    public override long NextSequence => Open.NextSequence;

    public override long HeadSequence => _headSequence;

    public override long OldestTimestamp => (Head ?? Open).Timestamp;

    public override bool HasFullBatch => _headSequence < Open.HeadSequence || Open.Count >= _batchSize;

    private CapturedEvents? Head => _head ??= _closed.Reader.TryRead(out CapturedEvents? closed) ? closed : null;

    public override void Add(in CapturedEvent captured, CapturePlan plan)
    {
        if (Open.Used == Open.Capacity || !Open.Suits(captured, plan))
        {
            CloseOpen();
        }

        if (Open.Used == 0)
        {
            // The time is read once per batch: a read costs as much as the rest of Add together. An age is overstated by at most the time
            // that the batch took to come.
            Open.Begin(plan, Open.NextSequence, _time.GetTimestamp());
        }

        Open.Add(captured);
    }

    public override CapturedEvents Take(long end)
    {
        CapturedEvents taken = Head ?? Open;
        int count = (int)Math.Min(Math.Min(taken.Count, _batchSize), end - _headSequence);
        if (count < taken.Count)
        {
            CapturedEvents rest = taken;
            taken = rest.Copy(count);
            rest.RemoveOldest(count);
        }
        else if (ReferenceEquals(taken, _head))
        {
            _head = null;
        }
        else
        {
            Open = Rent(Open.NextSequence);
        }

        _headSequence += count;
        return taken;
    }

    public override QueuedEvent? EvictFor(Level? newcomer)
    {
        if (Count == 0)
        {
            return null;
        }

        CapturedEvents oldest = Head ?? Open;
        QueuedEvent evicted = EventIn(oldest, 0);
        oldest.RemoveOldest(1);
        _headSequence++;
        if (oldest.Count == 0 && ReferenceEquals(oldest, _head))
        {
            _head = null;
            oldest.Clear();
            Recycle(oldest);
        }

        return evicted;
    }

    public override IEnumerable<QueuedEvent> Events()
    {
        List<CapturedEvents> batches = new(_closed.Reader.Count + 2); // before anything is moved
        if (_head is not null)
        {
            batches.Add(_head);
        }

        for (int left = _closed.Reader.Count; left > 0 && _closed.Reader.TryRead(out CapturedEvents? batch); left--)
        {
            batches.Add(batch);
            _ = _closed.Writer.TryWrite(batch); // at the end, where a place is free now
        }

        batches.Add(Open);
        return batches.SelectMany(batch => Enumerable.Range(0, batch.Count).Select(i => EventIn(batch, i)));
    }

    /// <summary>The first event of a batch always goes through <see cref="Add" />.</summary>
    public override void SetRoom(int room) =>
        Open.Limit = Open.Used == 0 ? 0 : (int)Math.Min(Open.Capacity, (long)Open.Used + Math.Max(0, room));

    public override void Recycle(CapturedEvents events)
    {
        if (_free.Count < MaxFree && events.Capacity == _batchSize)
        {
            _free.Push(events);
        }
    }

    public override void Trim()
    {
        while (_free.Count > 1)
        {
            _free.Pop();
        }

        if (_maxClosed > MaxKeptPlaces)
        {
            _closed = Channel.CreateBounded<CapturedEvents>(_capacity);
            _maxClosed = 0;
        }
    }

    private CapturedEvents Rent(long firstSequence)
    {
        CapturedEvents events = _free.Count > 0 ? _free.Pop() : new CapturedEvents(_batchSize);
        events.Begin(CapturePlan.ForNobody, firstSequence);
        return events;
    }

    private static QueuedEvent EventIn(CapturedEvents batch, int index) =>
        new(batch[index], batch.Plan, batch.HeadSequence + index, batch.Timestamp);

    /// <summary>
    /// Nothing is changed when there is no memory for the next one. A batch that is closed early, because the plan changes, takes no more
    /// memory than its events.
    /// </summary>
    private void CloseOpen()
    {
        bool keepsOpen = Open.Count <= _batchSize / 2;
        CapturedEvents closed = keepsOpen ? Open.Copy(Open.Count) : Open;
        CapturedEvents next = keepsOpen ? Open : Rent(Open.NextSequence);
        if (closed.Count > 0 && !_closed.Writer.TryWrite(closed))
        {
            Enlarge();
            _ = _closed.Writer.TryWrite(closed);
        }

        if (keepsOpen)
        {
            next.Clear();
        }

        Open = next;
        _maxClosed = Math.Max(_maxClosed, _closed.Reader.Count);
    }

    /// <summary>What an earlier run left in the journal comes beyond the limit.</summary>
    private void Enlarge()
    {
        Channel<CapturedEvents> larger = Channel.CreateBounded<CapturedEvents>(_capacity *= 2);
        while (_closed.Reader.TryRead(out CapturedEvents? events))
        {
            _ = larger.Writer.TryWrite(events);
        }

        _closed = larger;
    }
}
