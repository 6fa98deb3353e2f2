using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>A ring that grows with what waits and gives way at its head. For every policy that does not look at levels.</summary>
internal sealed class FifoStore : EventStore
{
    private const int SmallestRing = 256;

    private readonly int _groupSize;
    private LoggingEvent?[] _ring = new LoggingEvent?[SmallestRing];

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

    public override void Add(LoggingEvent loggingEvent)
    {
        if (Count == _ring.Length)
        {
            Grow();
        }

        if (NextSequence >= _nextGroup || Count == 0)
        {
            _groupTimes[GroupIndex(NextSequence)] = Time.GetTimestamp();
            _nextGroup = NextSequence - (NextSequence % _groupSize) + _groupSize;
        }

        _ring[NextSequence & (_ring.Length - 1)] = loggingEvent;
        NextSequence++;
    }

    public override LoggingEvent RemoveOldest()
    {
        ref LoggingEvent? slot = ref _ring[_head & (_ring.Length - 1)];
        LoggingEvent oldest = slot!;
        slot = null;
        _head++;
        return oldest;
    }

    public override LoggingEvent? EvictFor(LoggingEvent newcomer, out long sequence)
    {
        sequence = _head;
        return Count == 0 ? null : RemoveOldest();
    }

    private int GroupIndex(long sequence) => (int)(sequence / _groupSize % _groupTimes.Length);

    private void Grow()
    {
        LoggingEvent?[] larger = new LoggingEvent?[_ring.Length * 2];
        for (long sequence = _head; sequence < NextSequence; sequence++)
        {
            larger[sequence & (larger.Length - 1)] = _ring[sequence & (_ring.Length - 1)];
        }

        _ring = larger;
        FitGroupTimes();
    }

    private void FitGroupTimes()
    {
        // A ring of n events touches at most n / group + 2 groups.
        long[] times = new long[(_ring.Length / _groupSize) + 2];
        for (long sequence = _head; sequence < NextSequence; sequence += _groupSize - (sequence % _groupSize))
        {
            times[sequence / _groupSize % times.Length] = _groupTimes[GroupIndex(sequence)];
        }

        _groupTimes = times;
    }
}
