using Easy.Logger.Rendering;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>A ring that grows with what waits and gives way at its head. For every policy that does not look at levels.</summary>
internal sealed class FifoStore : EventStore
{
    private const int SmallestRing = 256;

    private readonly int _groupSize;
    private Slot[] _ring = new Slot[SmallestRing];
    private TextRing _texts = new();

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

    public override void Add(LoggingEvent loggingEvent, ArraySegment<char> message = default)
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

        _ring[NextSequence & (_ring.Length - 1)] = message.Array is null ? new Slot(loggingEvent) : Place(loggingEvent, message);
        NextSequence++;
    }

    public override LoggingEvent RemoveOldest(BatchMessages? messages = null)
    {
        ref Slot slot = ref _ring[_head & (_ring.Length - 1)];
        Slot oldest = slot;
        slot = default;
        _head++;
        if (oldest.IsInRing)
        {
            messages?.AddNext(oldest.Length);
            messages?.Copy(_texts.Chars, oldest.Start, oldest.Length);
            _texts.RemoveOldest(oldest.Start, oldest.Length);
        }
        else if (oldest.Message is not null)
        {
            messages?.Add(oldest.Message);
        }
        else
        {
            messages?.AddFixed();
        }

        return oldest.Event!;
    }

    /// <summary>As one by one, but texts that lie one behind the other are copied at once: callers wait for the lock meanwhile.</summary>
    public override void RemoveOldest(LoggingEvent[] batch, int count, BatchMessages messages)
    {
        Slot[] ring = _ring;
        int start = 0;
        int length = 0;
        for (int i = 0; i < count; i++)
        {
            ref Slot slot = ref ring[_head++ & (ring.Length - 1)];
            batch[i] = slot.Event!;
            if (!slot.IsInRing || slot.Start != start + length)
            {
                messages.Copy(_texts.Chars, start, length);
                start = slot.Start;
                length = 0;
            }

            if (slot.IsInRing)
            {
                messages.AddNext(slot.Length);
                length += slot.Length;
                _texts.RemoveOldest(slot.Start, slot.Length);
            }
            else if (slot.Message is { } message)
            {
                messages.Add(message);
            }
            else
            {
                messages.AddFixed();
            }

            slot = default;
        }

        messages.Copy(_texts.Chars, start, length);
    }

    public override LoggingEvent? EvictFor(LoggingEvent newcomer, out long sequence)
    {
        sequence = _head;
        return Count == 0 ? null : RemoveOldest();
    }

    private int GroupIndex(long sequence) => (int)(sequence / _groupSize % _groupTimes.Length);

    private void Grow()
    {
        Slot[] larger = new Slot[_ring.Length * 2];
        for (long sequence = _head; sequence < NextSequence; sequence++)
        {
            larger[sequence & (larger.Length - 1)] = _ring[sequence & (_ring.Length - 1)];
        }

        _ring = larger;
        FitGroupTimes();
    }

    /// <summary>Copies the message into the ring of texts, or keeps it as a string when that cannot take it.</summary>
    private Slot Place(LoggingEvent loggingEvent, ArraySegment<char> message)
    {
        int start = _texts.TryAdd(message);
        if (start < 0 && _texts.TryGrow(message.Count) is { } larger)
        {
            MoveTexts(larger);
            start = _texts.TryAdd(message);
        }

        return start < 0
            ? new Slot(loggingEvent, new string(message.Array!, message.Offset, message.Count))
            : new Slot(loggingEvent, start, message.Count);
    }

    private void MoveTexts(TextRing larger)
    {
        for (long sequence = _head; sequence < NextSequence; sequence++)
        {
            ref Slot slot = ref _ring[sequence & (_ring.Length - 1)];
            if (slot.IsInRing)
            {
                slot = new Slot(slot.Event!, larger.TryAdd(new ArraySegment<char>(_texts.Chars, slot.Start, slot.Length)), slot.Length);
            }
        }

        _texts = larger;
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

    /// <summary>A waiting event, and where its message is when the event itself has not got it.</summary>
    private readonly struct Slot
    {
        private readonly int _length; // one more than it is, so that an empty slot has none

        public Slot(LoggingEvent loggingEvent) => Event = loggingEvent;

        public Slot(LoggingEvent loggingEvent, string message)
            : this(loggingEvent) => Message = message;

        public Slot(LoggingEvent loggingEvent, int start, int length)
            : this(loggingEvent)
        {
            Start = start;
            _length = length + 1;
        }

        public LoggingEvent? Event { get; }

        public string? Message { get; }

        public bool IsInRing => _length > 0;

        public int Start { get; }

        public int Length => _length - 1;
    }
}
