using log4net.Core;

namespace Easy.Logger.Diagnostics;

/// <summary>How many events of one level were dropped for one reason. Immutable, safe for any thread.</summary>
public sealed class DropCount
{
    internal DropCount(DropReason reason, string level, long count)
    {
        Reason = reason;
        Level = level;
        Count = count;
    }

    /// <summary>Why they were dropped.</summary>
    public DropReason Reason { get; }

    /// <summary>The name of their level, as log4net knows it; empty for events without one.</summary>
    public string Level { get; }

    /// <summary>How many events; at least one.</summary>
    public long Count { get; }

    /// <inheritdoc />
    public override string ToString() => $"{Reason} {Level} {Count}";
}

/// <summary>Dropped events counted by reason and level. Allocates per reason and level, not per event. Not thread-safe.</summary>
internal sealed class DropTally
{
    private readonly Dictionary<(DropReason Reason, string Level), long> _counts = [];

    public long Total { get; private set; }

    public void Add(DropReason reason, Level? level, long count = 1)
    {
        Total += count;
        (DropReason, string) key = (reason, level?.Name ?? string.Empty);
        _counts.TryGetValue(key, out long before);
        _counts[key] = before + count;
    }

    public DropCount[] ToArray() => [.. _counts.OrderBy(drop => drop.Key).Select(drop => new DropCount(drop.Key.Reason, drop.Key.Level, drop.Value))];
}
