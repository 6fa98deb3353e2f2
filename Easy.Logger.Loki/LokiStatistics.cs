namespace Easy.Logger.Loki;

/// <summary>
/// What became of the lines of a <see cref="LokiAppender" />: <see cref="Received" /> = <see cref="Delivered" /> + <see cref="Refused" /> +
/// <see cref="Dropped" /> + <see cref="Spilled" /> + <see cref="InFlight" />. Immutable.
/// </summary>
public sealed class LokiStatistics : IEquatable<LokiStatistics>
{
    internal LokiStatistics(long received, long delivered, long refused, long dropped, long spilled, long inFlight)
    {
        Received = received;
        Delivered = delivered;
        Refused = refused;
        Dropped = dropped;
        Spilled = spilled;
        InFlight = inFlight;
    }

    /// <summary>
    /// Events that were handed to be sent, and those that the appender's own queue dropped; what threshold and filters keep out is not
    /// counted.
    /// </summary>
    public long Received { get; }

    /// <summary>Events whose push Loki answered with success.</summary>
    public long Delivered { get; }

    /// <summary>
    /// Events that Loki refused: those that its answer speaks of, or all of their push when it does not say how many. It may have stored
    /// some of them then.
    /// </summary>
    public long Refused { get; }

    /// <summary>
    /// Events that were dropped: because they never got there within the time that is allowed for it, were too large, or could not be
    /// rendered.
    /// </summary>
    public long Dropped { get; }

    /// <summary>Events that wait on disk.</summary>
    public long Spilled { get; }

    /// <summary>Events that are being sent, or wait in memory for their next try.</summary>
    public long InFlight { get; }

    private (long, long, long, long, long, long) All => (Received, Delivered, Refused, Dropped, Spilled, InFlight);

    /// <summary>Whether all numbers are the same.</summary>
    /// <param name="other">Another snapshot; <see langword="null" /> is different from each.</param>
    /// <returns>Whether it is so.</returns>
    public bool Equals(LokiStatistics? other) => other is not null && All == other.All;

    /// <inheritdoc />
    public override bool Equals(object? obj) => Equals(obj as LokiStatistics);

    /// <inheritdoc />
    public override int GetHashCode() => All.GetHashCode();

    /// <summary>All numbers with their names, for messages.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => FormattableString.Invariant(
        $"received {Received}, delivered {Delivered}, refused {Refused}, dropped {Dropped}, spilled {Spilled}, in flight {InFlight}");
}
