namespace Easy.Logger.Buffering;

/// <summary>What happens to an event that finds the queue full. Set by the option <c>overflow</c>.</summary>
public enum OverflowPolicy
{
    /// <summary>
    /// The log call waits for room, at most <c>blockTimeout</c>; then its event is dropped and counted (<see
    /// cref="Diagnostics.DropReason.BlockTimeout" />), and no later call waits until the worker has forwarded something. The default.
    /// </summary>
    Block = 0,

    /// <summary>The new event is dropped and counted (<see cref="Diagnostics.DropReason.QueueFull" />). The call never waits.</summary>
    DropNewest,

    /// <summary>
    /// The oldest waiting event is dropped and counted (<see cref="Diagnostics.DropReason.Evicted" />) to make room. The call never waits.
    /// </summary>
    DropOldest,

    /// <summary>
    /// The oldest event of the lowest level that waits is dropped (<see cref="Diagnostics.DropReason.Evicted" />) when that level is lower
    /// than the new event's; otherwise the new event is (<see cref="Diagnostics.DropReason.QueueFull" />). The call never waits.
    /// </summary>
    DropLowestLevel,
}
