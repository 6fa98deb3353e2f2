namespace Easy.Logger.Diagnostics;

/// <summary>What the journal of one appender holds and does not hold, at one moment. Immutable, safe for any thread.</summary>
public sealed class JournalStatistics
{
    private readonly long[] _missed;

    internal JournalStatistics(long[] missed) => _missed = [.. missed];

    /// <summary>Whether events are written down now.</summary>
    public bool IsInUse { get; internal init; }

    /// <summary>Why not, as one sentence; <see langword="null" /> when they are.</summary>
    public string? Problem { get; internal init; }

    /// <summary>Events written down.</summary>
    public long Journaled { get; internal init; }

    /// <summary>Events that were queued without being written down, or whose record was lost: a kill loses them while they wait.</summary>
    public long NotJournaled => _missed.Sum();

    /// <summary>Events of earlier runs that are not forwarded: the process ended three times while they were.</summary>
    public long RejectedAtRecovery { get; internal init; }

    /// <summary>How many events were not written down for one reason.</summary>
    /// <param name="reason">The reason.</param>
    /// <returns>The number of events.</returns>
    public long NotJournaledFor(JournalMiss reason) => (int)reason >= 0 && (int)reason < _missed.Length ? _missed[(int)reason] : 0;
}

/// <summary>Why an event has no record in the journal.</summary>
public enum JournalMiss
{
    /// <summary>There is no journal: its folder could not be used.</summary>
    Unavailable = 0,

    /// <summary>It takes more than 64 MiB, or there was no memory for its record.</summary>
    TooLarge,

    /// <summary>
    /// There was no room: <c>journalLimit</c>, the disk, or more than the worker could make while it was with an attached appender.
    /// </summary>
    Full,

    /// <summary>Its record was lost: somebody removed, moved or cut the files.</summary>
    Damaged,
}
