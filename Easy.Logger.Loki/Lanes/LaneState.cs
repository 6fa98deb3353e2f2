namespace Easy.Logger.Loki.Lanes;

/// <summary>What is known of the tries of a lane. Changed under the lock of <see cref="LaneStates" />.</summary>
/// <param name="tenantLane">The lane of the tenant when this is the one of a single push; <see langword="null" /> otherwise.</param>
internal sealed class LaneState(LaneState? tenantLane)
{
    public LaneState? TenantLane { get; } = tenantLane;

    /// <summary>When the next try is due, by the clock's timestamps.</summary>
    public long NextTry { get; set; }

    /// <summary>Tries that failed since the last one that did not.</summary>
    public int Failures { get; set; }

    /// <summary>All tries that failed.</summary>
    public long AllFailures { get; set; }

    public int RateLimited { get; set; }

    /// <summary>Since when all tries were refused because of the rate; <see langword="null" /> when the last one was not.</summary>
    public long? LimitedSince { get; set; }

    /// <summary>The push that <see cref="PieceSize" /> is about.</summary>
    public long Number { get; set; }

    /// <summary>The most lines that are sent at once.</summary>
    public int PieceSize { get; set; }

    /// <summary>Pushes of the tenant that were answered, from this lane or not.</summary>
    public long Answered { get; set; }

    /// <summary>Pushes of other tenants that had been answered at the last failure, and at the one before.</summary>
    public long OthersAtFailure { get; set; }

    public long OthersAtFailureBefore { get; set; }

    /// <summary>Whether the last failure was the tenant's own limit.</summary>
    public bool IsLimited { get; set; }

    /// <summary>Whether the last failure was that there is no way to the server.</summary>
    public bool IsUnreachable { get; set; }

    /// <summary>For the lane of a tenant: whether the last try of one of its pushes failed.</summary>
    public bool IsFailing { get; set; }

    /// <summary>For the lane of a tenant: when a try of its pushes failed last, by the clock's timestamps.</summary>
    public long LastFailure { get; set; }

    /// <summary>Since when there is no room for more of the tenant; <see langword="null" /> when there is.</summary>
    public long? FullSince { get; set; }

    /// <summary>Pushes that have a lane of their own.</summary>
    public int SetAside { get; set; }

    /// <summary><see cref="Answered" /> when the last push got a lane of its own; -1 before.</summary>
    public long AnsweredAtSetAside { get; set; } = -1;

    /// <summary>For a lane of a single push: failures while other pushes of its tenant were answered.</summary>
    public int Strikes { get; set; }

    /// <summary>For a lane of a single push: <see cref="Answered" /> of the tenant at its last try.</summary>
    public long AnsweredSeen { get; set; }

    /// <summary>For a lane of a single push: <see cref="AllFailures" /> of the tenant at its last try.</summary>
    public long FailuresSeen { get; set; }
}
