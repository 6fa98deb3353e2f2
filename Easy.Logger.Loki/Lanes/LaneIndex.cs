using System.Globalization;

namespace Easy.Logger.Loki.Lanes;

/// <summary>The stored pushes by lane, each lane in the order in which its pushes came. Not thread-safe.</summary>
internal sealed class LaneIndex
{
    private readonly Dictionary<string, Queue<LaneEntry>> _lanes = new(StringComparer.Ordinal);
    private long _lastNumber;

    /// <summary>The name of a lane that a push has for itself: no tenant has such a name.</summary>
    public static string OwnLane(string lane, long number) => string.Format(CultureInfo.InvariantCulture, "{0}\n{1}", lane, number);

    public void Add(LaneEntry entry)
    {
        entry.Number = ++_lastNumber;
        QueueOf(entry.Lane).Enqueue(entry);
    }

    /// <summary>Whether a lane has pushes.</summary>
    public bool Has(string lane) => _lanes.TryGetValue(lane, out Queue<LaneEntry>? queue) && FirstOf(queue) is not null;

    /// <summary>Whether a lane has a push behind its first one.</summary>
    public bool HasSeveral(string lane) =>
        _lanes.TryGetValue(lane, out Queue<LaneEntry>? queue) && FirstOf(queue) is not null && queue.Count(entry => !entry.IsGone) > 1;

    /// <summary>The push whose lane has the lowest rank; of several, the one that was stored first.</summary>
    /// <param name="rankOf">
    /// The rank of a lane, <see langword="null" /> where nothing may be sent from it; without it all are the same.
    /// </param>
    public LaneEntry? First(Func<string, long?>? rankOf)
    {
        LaneEntry? first = null;
        long lowest = long.MaxValue;
        List<string>? empty = null;
        foreach (KeyValuePair<string, Queue<LaneEntry>> lane in _lanes)
        {
            if (FirstOf(lane.Value) is not { } entry)
            {
                (empty ??= []).Add(lane.Key);
            }
            else if ((rankOf is null ? 0 : rankOf(lane.Key)) is { } rank
                && (first is null || rank < lowest || (rank == lowest && entry.Number < first.Number)))
            {
                (first, lowest) = (entry, rank);
            }
        }

        empty?.ForEach(lane => _lanes.Remove(lane));
        return first;
    }

    /// <summary>Gives a push, which is the first of its lane, a lane of its own.</summary>
    public void SetAside(LaneEntry entry)
    {
        if (_lanes.TryGetValue(entry.Lane, out Queue<LaneEntry>? queue) && ReferenceEquals(FirstOf(queue), entry))
        {
            queue.Dequeue();
            entry.Lane = OwnLane(entry.Lane, entry.Number);
            QueueOf(entry.Lane).Enqueue(entry);
        }
    }

    private static LaneEntry? FirstOf(Queue<LaneEntry> queue)
    {
        while (queue.Count > 0 && queue.Peek().IsGone)
        {
            queue.Dequeue();
        }

        return queue.Count > 0 ? queue.Peek() : null;
    }

    private Queue<LaneEntry> QueueOf(string lane)
    {
        if (!_lanes.TryGetValue(lane, out Queue<LaneEntry>? queue))
        {
            _lanes.Add(lane, queue = new Queue<LaneEntry>());
        }

        return queue;
    }
}

/// <summary>A stored push in its lane. Changed under the lock of its store.</summary>
internal class LaneEntry(string lane, int lines)
{
    /// <summary>The lane that it is sent from: that of its tenant, or one of its own.</summary>
    public string Lane { get; set; } = lane;

    /// <summary>Its place in the order in which pushes were stored.</summary>
    public long Number { get; set; }

    /// <summary>Lines that have not been answered.</summary>
    public int Lines { get; set; } = lines;

    /// <summary>Whether it was removed or dropped.</summary>
    public bool IsGone { get; set; }
}
