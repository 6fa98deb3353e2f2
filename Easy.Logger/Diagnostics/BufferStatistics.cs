
namespace Easy.Logger.Diagnostics;

/// <summary>
/// What became of the events of one appender, at one moment.
/// </summary>
/// <remarks>
/// <para>
/// <c>Accepted = Forwarded + Failed + Dropped + Pending</c> holds in every snapshot. <see cref="Rejected" /> is counted apart: those events
/// came after Close and were never accepted. Events that the appender's own threshold or filters turn away are not counted at all.
/// </para>
/// <para>Immutable, safe for any thread. All counts are since the appender was made and never fall, but <see cref="Pending" /> and <see
/// cref="InFlight" /> do.</para>
/// </remarks>
public sealed class BufferStatistics
{
    internal BufferStatistics()
    {
    }

    /// <summary>Where the appender is in its life.</summary>
    public BufferState State { get; internal init; }

    /// <summary>Events taken in, those dropped at once included.</summary>
    public long Accepted { get; internal init; }

    /// <summary>
    /// Events of an earlier run that came from the journal; part of <see cref="Accepted" />. One that no child took is counted again when
    /// it is tried again.
    /// </summary>
    public long Recovered { get; internal init; }

    /// <summary>Events that passed through every child without an error.</summary>
    public long Forwarded { get; internal init; }

    /// <summary>
    /// Events that at least one child failed to take. Children take events in batches of their own choosing: a child that fails on a batch
    /// fails on all of it.
    /// </summary>
    public long Failed { get; internal init; }

    /// <summary>Accepted events that were dropped, for the reasons in <see cref="DropCounts" />.</summary>
    public long Dropped { get; internal init; }

    /// <summary><see cref="Dropped" />, by reason and level. Empty when nothing was dropped.</summary>
    public IReadOnlyList<DropCount> DropCounts { get; internal init; } = [];

    /// <summary>Events refused because the appender was closed.</summary>
    public long Rejected { get; internal init; }

    /// <summary>
    /// Accepted events that still wait, those in <see cref="InFlight" /> and in the history of a lossy appender included.
    /// </summary>
    public long Pending { get; internal init; }

    /// <summary>Events of the batch that the worker is handing to the children right now; part of <see cref="Pending" />.</summary>
    public long InFlight { get; internal init; }

    /// <summary>
    /// How long the oldest event outside a lossy history has waited, to within one batch (never less than its real age); zero when none
    /// waits.
    /// </summary>
    public TimeSpan OldestPendingAge { get; internal init; }

    /// <summary>Batches forwarded.</summary>
    public long Batches { get; internal init; }

    /// <summary>Events in the largest batch so far.</summary>
    public int LargestBatch { get; internal init; }

    /// <summary>Calls of Flush that were answered with true.</summary>
    public long Flushes { get; internal init; }

    /// <summary>Log calls that had to wait for room.</summary>
    public long BlockedCalls { get; internal init; }

    /// <summary>How long those calls waited, added up.</summary>
    public TimeSpan BlockedTime { get; internal init; }

    /// <summary>The journal; <see langword="null" /> when none is set.</summary>
    public JournalStatistics? Journal { get; internal init; }

    /// <summary>The last failure, as text with its source; <see langword="null" /> when nothing ever failed.</summary>
    public string? LastError { get; internal init; }

    /// <summary>How many events were dropped for one reason.</summary>
    /// <param name="reason">The reason to count.</param>
    /// <returns>The count over all levels; zero when none was.</returns>
    public long DroppedFor(DropReason reason) => DropCounts.Where(drop => drop.Reason == reason).Sum(drop => drop.Count);
}

/// <summary>
/// Where an appender is in its life. It only moves forward, but between <see cref="Running" /> and <see cref="Stalled" /> it goes both
/// ways.
/// </summary>
public enum BufferState
{
    /// <summary>Made, not yet activated; nothing was logged.</summary>
    Created = 0,

    /// <summary>Accepts and forwards events.</summary>
    Running,

    /// <summary>
    /// Running, but the children have not come back from a batch for ten seconds: nothing is written, and waiting events only grow older.
    /// </summary>
    Stalled,

    /// <summary>Closing: refuses new events, forwards the waiting ones.</summary>
    Draining,

    /// <summary>Closed: nothing is accepted or forwarded any more.</summary>
    Closed,
}
