using Easy.Logger.Capture;
using Easy.Logger.Rendering;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>
/// One queue per level, merged by sequence when events leave: the oldest event of the lowest level is found without a search,
/// however many events wait. For <see cref="OverflowPolicy.DropLowestLevel" />.
/// </summary>
internal sealed class LevelStore(TimeProvider time, int batchSize, long nextSequence = 0) : EventStore
{
    // A program uses a handful of levels, so walking this list beats any cleverer structure.
    private readonly SortedList<int, Queue<QueuedEvent>> _byLevel = [];
    private int _count;
    private long _nextSequence = nextSequence;

    public override int Count => _count;

    public override long NextSequence => _nextSequence;

    public override long HeadSequence => _count == 0 ? NextSequence : Oldest().Peek().Sequence;

    public override long OldestTimestamp => Oldest().Peek().Timestamp;

    public override bool HasFullBatch => _count >= batchSize;

    public override void Add(in CapturedEvent captured, CapturePlan plan)
    {
        int level = ValueOf(captured.Level);
        if (!_byLevel.TryGetValue(level, out Queue<QueuedEvent>? queue))
        {
            queue = new Queue<QueuedEvent>();
            _byLevel.Add(level, queue);
        }

        queue.Enqueue(new QueuedEvent(captured, plan, _nextSequence, time.GetTimestamp()));
        _nextSequence++;
        _count++;
    }

    public override CapturedEvents Take(long end)
    {
        QueuedEvent oldest = Oldest().Peek();
        CapturedEvents taken = new((int)Math.Min(Math.Min(_count, batchSize), end - oldest.Sequence));
        taken.Reserve(); // what has left its queue must not be lost for lack of memory
        taken.Begin(oldest.Plan, oldest.Sequence, oldest.Timestamp);
        while (taken.Used < taken.Capacity && Oldest() is { } queue && queue.Peek() is var entry && entry.Sequence < end
            && taken.Suits(entry.Captured, entry.Plan))
        {
            taken.Add(entry.Captured);
            RemoveFrom(queue);
        }

        return taken;
    }

    public override bool MustDrop(Level? newcomer)
    {
        foreach (KeyValuePair<int, Queue<QueuedEvent>> level in _byLevel)
        {
            if (level.Value.Count > 0)
            {
                return level.Key >= ValueOf(newcomer);
            }
        }

        return true;
    }

    public override QueuedEvent? EvictFor(Level? newcomer)
    {
        foreach (KeyValuePair<int, Queue<QueuedEvent>> level in _byLevel)
        {
            if (level.Value.Count > 0)
            {
                return level.Key >= ValueOf(newcomer) ? null : RemoveFrom(level.Value);
            }
        }

        return null;
    }

    public override IEnumerable<QueuedEvent> Events() => _byLevel.Values.SelectMany(queue => queue).OrderBy(waiting => waiting.Sequence);

    /// <summary>Callers ask for each event.</summary>
    public override void SetRoom(int room)
    {
    }

    public override void Recycle(CapturedEvents events)
    {
    }

    public override void Trim() => _byLevel.Clear();

    /// <summary>An event without a level is worth the least.</summary>
    private static int ValueOf(Level? level) => level?.Value ?? int.MinValue;

    private Queue<QueuedEvent> Oldest()
    {
        Queue<QueuedEvent>? oldest = null;
        IList<Queue<QueuedEvent>> queues = _byLevel.Values;
        for (int i = 0; i < queues.Count; i++)
        {
            if (queues[i].Count > 0 && (oldest is null || queues[i].Peek().Sequence < oldest.Peek().Sequence))
            {
                oldest = queues[i];
            }
        }

        return oldest!;
    }

    private QueuedEvent RemoveFrom(Queue<QueuedEvent> queue)
    {
        _count--;
        return queue.Dequeue();
    }
}
