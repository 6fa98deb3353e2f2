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
