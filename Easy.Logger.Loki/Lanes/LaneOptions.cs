using Easy.Logger.Loki.Sending;
using Easy.Logger.Loki.Spill;

namespace Easy.Logger.Loki.Lanes;

/// <summary>Where pushes wait for their next try. Immutable.</summary>
/// <param name="Folder">The folder; <see langword="null" /> for none.</param>
/// <param name="MaxBytes">The most bytes in it.</param>
/// <param name="HasTenants">Whether events may be of several tenants.</param>
/// <param name="RetryLimit">The longest that a push is tried.</param>
/// <param name="Inherited">Pushes that waited in memory before other options were activated.</param>
internal sealed record LaneOptions(
    string? Folder,
    long MaxBytes,
    bool HasTenants,
    TimeSpan RetryLimit,
    IReadOnlyList<SpilledPush> Inherited)
{
    public RetrySchedule OnDisk { get; } = new(Timeout.InfiniteTimeSpan);

    public RetrySchedule InMemory { get; } = new(RetryLimit);

    public bool AreNeeded => Folder is not null || HasTenants || Inherited.Count > 0;
}
