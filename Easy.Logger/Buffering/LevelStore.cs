using Easy.Logger.Capture;
using Easy.Logger.Forwarding;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>
/// One queue per level, merged by sequence when events leave: the oldest event of the lowest level is found without a search,
/// however many events wait. For <see cref="OverflowPolicy.DropLowestLevel" />.
/// </summary>
internal sealed class LevelStore : EventStore
{
    // A program uses a handful of levels, so walking this list beats any cleverer structure.
    private readonly SortedList<int, Queue<Entry>> _byLevel = [];
    private int _count;

    public LevelStore(TimeProvider time, long nextSequence = 0)
        : base(time, nextSequence)
    {
    }

    public override int Count => _count;

    public override long HeadSequence => _count == 0 ? NextSequence : Oldest().Peek().Sequence;

    public override long OldestTimestamp => Oldest().Peek().Timestamp;

    public override void Add(LoggingEvent loggingEvent, in CapturedValues values = default)
    {
        int level = ValueOf(loggingEvent);
        if (!_byLevel.TryGetValue(level, out Queue<Entry>? queue))
        {
            queue = new Queue<Entry>();
            _byLevel.Add(level, queue);
        }

        queue.Enqueue(new Entry(loggingEvent, values, NextSequence++, Time.GetTimestamp()));
        _count++;
    }

    public override LoggingEvent RemoveOldest(Batch? batch = null)
    {
        Entry oldest = RemoveFrom(Oldest());
        batch?.Add(oldest.Values);
        return oldest.Event;
    }

    public override LoggingEvent? EvictFor(LoggingEvent newcomer, out long sequence)
    {
        sequence = HeadSequence;
        foreach (KeyValuePair<int, Queue<Entry>> level in _byLevel)
        {
            if (level.Value.Count > 0)
            {
                if (level.Key >= ValueOf(newcomer))
                {
                    return null;
                }

                Entry victim = RemoveFrom(level.Value);
                sequence = victim.Sequence;
                return victim.Event;
            }
        }

        return null;
    }

    /// <summary>An event without a level is worth the least.</summary>
    private static int ValueOf(LoggingEvent loggingEvent) => loggingEvent.Level?.Value ?? int.MinValue;

    private Queue<Entry> Oldest()
    {
        Queue<Entry>? oldest = null;
        IList<Queue<Entry>> queues = _byLevel.Values;
        for (int i = 0; i < queues.Count; i++)
        {
            if (queues[i].Count > 0 && (oldest is null || queues[i].Peek().Sequence < oldest.Peek().Sequence))
            {
                oldest = queues[i];
            }
        }

        return oldest!;
    }

    private Entry RemoveFrom(Queue<Entry> queue)
    {
        _count--;
        return queue.Dequeue();
    }

    private readonly struct Entry(LoggingEvent loggingEvent, in CapturedValues values, long sequence, long timestamp)
    {
        public LoggingEvent Event { get; } = loggingEvent;

        public CapturedValues Values { get; } = values;

        public long Sequence { get; } = sequence;

        public long Timestamp { get; } = timestamp;
    }
}
