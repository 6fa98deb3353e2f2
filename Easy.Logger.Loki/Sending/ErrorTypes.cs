namespace Easy.Logger.Loki.Sending;

/// <summary>Why lines did not arrive, as the meter's <c>error.type</c>.</summary>
internal static class ErrorTypes
{
    public const string Rejected = "rejected";
    public const string RateLimited = "rate_limited";

    /// <summary>The tenant has as many streams as it may have, so waiting does not help.</summary>
    public const string StreamLimit = "stream_limit";

    public const string TooLarge = "too_large";
    public const string Timeout = "timeout";
    public const string Transport = "transport";
    public const string Server = "server";
    public const string Closed = "closed";

    /// <summary>It waited on disk, and was dropped for a newer one.</summary>
    public const string SpillFull = "spill_full";

    /// <summary>It failed again and again while others of its tenant were answered.</summary>
    public const string AttemptLimit = "attempt_limit";

    /// <summary>There was no more room in memory for a tenant whose pushes wait.</summary>
    public const string LaneFull = "lane_full";

    /// <summary>It waited, and could not be read any more.</summary>
    public const string Unreadable = "unreadable";

    /// <summary>It could not be made a push of.</summary>
    public const string NotEncoded = "not_encoded";

    /// <summary>A layout or a value failed.</summary>
    public const string NotRendered = "not_rendered";
}
