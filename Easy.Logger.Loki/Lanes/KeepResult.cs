namespace Easy.Logger.Loki.Lanes;

/// <summary>Whether a push was stored for a later try.</summary>
internal enum KeepResult
{
    Kept,

    /// <summary>There is no room in memory until the lane moves on.</summary>
    Full,

    /// <summary>It cannot be stored, or there is no later try.</summary>
    Refused,
}
