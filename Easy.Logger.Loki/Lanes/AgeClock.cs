namespace Easy.Logger.Loki.Lanes;

/// <summary>The clock that ages of pushes are differences of: nobody sets it while the appender lives. Thread-safe.</summary>
/// <param name="time">What it is made from.</param>
internal sealed class AgeClock(TimeProvider time)
{
    private readonly long _begin = time.GetUtcNow().ToUnixTimeMilliseconds();
    private readonly long _beginTimestamp = time.GetTimestamp();

    public TimeProvider Time => time;

    /// <summary>Since 1970.</summary>
    public long Milliseconds => _begin + (long)time.GetElapsedTime(_beginTimestamp).TotalMilliseconds;

    /// <summary>
    /// The time since a moment. One that is still to come is from a run whose clock was ahead, and counts from the beginning; one before
    /// 1970 counts from then.
    /// </summary>
    public TimeSpan AgeOf(long milliseconds)
    {
        long now = Milliseconds;
        return TimeSpan.FromMilliseconds(now - (milliseconds > now ? _begin : Math.Max(0, milliseconds)));
    }
}
