using Easy.Logger.Diagnostics;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>
/// The counters of one queue: every accepted event is in exactly one of forwarded, failed, dropped and pending.
/// Not thread-safe: the queue's lock guards it, so that a snapshot balances.
/// </summary>
internal sealed class QueueCounters
{
    private readonly DropTally _drops = new();

    /// <summary>Accepted events that are not counted by the store, which numbers its events.</summary>
    public long Accepted { get; private set; }

    /// <summary>Those of the accepted that were accepted by an earlier run before.</summary>
    public long Recovered { get; private set; }

    public long Forwarded { get; private set; }

    public long Failed { get; private set; }

    public long Dropped => _drops.Total;

    public long Rejected { get; private set; }

    public long Batches { get; private set; }

    public int LargestBatch { get; private set; }

    public long Flushes { get; set; }

    public long BlockedCalls { get; private set; }

    public TimeSpan BlockedTime { get; private set; }

    public void Accept(long count = 1) => Accepted += count;

    public void Recover(int count)
    {
        Recovered += count;
        Accepted += count;
    }

    public void Reject() => Rejected++;

    /// <summary>An event that was accepted and could not even be queued: it failed on the caller's side.</summary>
    public void Fail() => Failed++;

    public void Block(TimeSpan waited)
    {
        BlockedCalls++;
        BlockedTime += waited;
    }

    public void Drop(DropReason reason, Level? level) => _drops.Add(reason, level);

    public void Complete(int size, int forwarded, int failed)
    {
        Batches += size > 0 ? 1 : 0;
        LargestBatch = Math.Max(LargestBatch, size);
        Forwarded += forwarded;
        Failed += failed;
    }

    public DropCount[] DropCounts() => _drops.ToArray();
}

/// <summary>
/// What became of the events of one forwarded batch; events in none of the three are still held (the history of a lossy appender).
/// </summary>
internal sealed class BatchResult
{
    private readonly List<KeyValuePair<DropReason, Level?>> _dropped = [];

    public int Forwarded { get; private set; }

    public int Failed { get; private set; }

    public List<KeyValuePair<DropReason, Level?>> Dropped => _dropped;

    public int Completed => Forwarded + Failed + _dropped.Count;

    public void Count(int forwarded, int failed)
    {
        Forwarded += forwarded;
        Failed += failed;
    }

    public void Drop(DropReason reason, Level? level) => _dropped.Add(new(reason, level));

    public void Clear()
    {
        Forwarded = 0;
        Failed = 0;
        _dropped.Clear();
    }
}
