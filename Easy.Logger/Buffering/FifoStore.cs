using Easy.Logger.Capture;
using Easy.Logger.Forwarding;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>A ring that grows with what waits and gives way at its head. For every policy that does not look at levels.</summary>
internal sealed class FifoStore : EventStore
{
    private const int SmallestRing = 256;

    private readonly int _groupSize;
    private LoggingEvent?[] _events = new LoggingEvent[SmallestRing];
    private CapturedArray? _values; // as many; from the first event on that has some

    // The time is read once per group of events, not once per event: a read costs as much as the rest of Add together.
    // A group's mark is the time of its first waiting event, so an age is overstated by at most the time one group took to come.
    private long[] _groupTimes = new long[2];
    private long _nextGroup;
    private long _head;

    /// <param name="time">Where the time of a group comes from.</param>
    /// <param name="groupSize">Events that share one reading of the time: the batch size, which is also what leaves together.</param>
    /// <param name="nextSequence">The number of the first event.</param>
    public FifoStore(TimeProvider time, int groupSize, long nextSequence = 0)
        : base(time, nextSequence)
    {
        _groupSize = groupSize;
        _head = nextSequence;
        FitGroupTimes();
    }

    public override int Count => (int)(NextSequence - _head);

    public override long HeadSequence => _head;

    public override long OldestTimestamp => _groupTimes[GroupIndex(_head)];

    public override void Add(LoggingEvent loggingEvent, in CapturedValues values = default)
    {
        if (Count == _events.Length)
        {
            Grow();
        }

        if (NextSequence >= _nextGroup || Count == 0)
        {
            _groupTimes[GroupIndex(NextSequence)] = Time.GetTimestamp();
            _nextGroup = NextSequence - (NextSequence % _groupSize) + _groupSize;
        }

        int index = IndexOf(NextSequence);
        if (!values.IsEmpty)
        {
            _values ??= new CapturedArray(_events.Length);
            _values.Set(index, values);
        }

        _events[index] = loggingEvent;
        NextSequence++;
    }

    public override LoggingEvent RemoveOldest(Batch? batch = null)
    {
        int index = IndexOf(_head++);
        LoggingEvent oldest = _events[index]!;
        _events[index] = null;
        batch?.Add(_values is null ? default : _values[index]);
        _values?.Clear(index, 1);

        return oldest;
    }

    /// <summary>As one by one, but copied at once: callers wait for the lock meanwhile.</summary>
    public override void RemoveOldest(LoggingEvent[] events, int count, Batch batch)
    {
        int first = Math.Min(count, _events.Length - IndexOf(_head));
        Remove(events, 0, first, batch);
        Remove(events, first, count - first, batch);
    }

    public override LoggingEvent? EvictFor(LoggingEvent newcomer, out long sequence)
    {
        sequence = _head;
        return Count == 0 ? null : RemoveOldest();
    }

    private int GroupIndex(long sequence) => (int)(sequence / _groupSize % _groupTimes.Length);

    private int IndexOf(long sequence) => (int)(sequence & (_events.Length - 1));

    /// <summary>Takes the oldest events out, up to the end of the ring.</summary>
    private void Remove(LoggingEvent[] events, int start, int count, Batch batch)
    {
        int index = IndexOf(_head);
        Array.Copy(_events, index, events, start, count);
        Array.Clear(_events, index, count);
        batch.Add(_values, index, count);
        _values?.Clear(index, count);

        _head += count;
    }

    private void Grow()
    {
        // Both before anything is changed: there may be no memory for them.
        LoggingEvent?[] events = new LoggingEvent[_events.Length * 2];
        CapturedArray? values = _values is null ? null : new CapturedArray(events.Length);
        for (long sequence = _head; sequence < NextSequence; sequence++)
        {
            int from = IndexOf(sequence);
            int to = (int)(sequence & (events.Length - 1));
            events[to] = _events[from];
            values?.Set(to, _values![from]);
        }

        _events = events;
        _values = values;
        FitGroupTimes();
    }

    private void FitGroupTimes()
    {
        // A ring of n events touches at most n / group + 2 groups.
        long[] times = new long[(_events.Length / _groupSize) + 2];
        for (long sequence = _head; sequence < NextSequence; sequence += _groupSize - (sequence % _groupSize))
        {
            times[sequence / _groupSize % times.Length] = _groupTimes[GroupIndex(sequence)];
        }

        _groupTimes = times;
    }
}
