namespace Easy.Logger.DogStatsd.Counting;

/// <summary>
/// How many events may go into the stream of events: as many at once as in a minute, and then one whenever its share of a minute has
/// passed. Thread-safe.
/// </summary>
/// <param name="perMinute">The most in a minute, one at least.</param>
/// <param name="time">The clock.</param>
internal sealed class EventBudget(int perMinute, TimeProvider time)
{
    private readonly object _lock = new();
    private double _left = perMinute;
    private long _last = time.GetTimestamp();
    private long _suppressed;

    /// <param name="suppressed">How many were refused since the last that was granted.</param>
    public bool TryTake(out long suppressed)
    {
        using Uninterrupted.Scope scope = Uninterrupted.Lock(_lock);
        long now = time.GetTimestamp();
        _left = Math.Min(perMinute, _left + (time.GetElapsedTime(_last, now).TotalMinutes * perMinute));
        _last = now;
        suppressed = _suppressed;
        if (_left < 1)
        {
            _suppressed++;
            return false;
        }

        _left--;
        _suppressed = 0;
        return true;
    }

    /// <summary>The next that is granted says it: the one that was to has no text.</summary>
    public void GiveBack(long suppressed)
    {
        using Uninterrupted.Scope scope = Uninterrupted.Lock(_lock);
        _suppressed += suppressed;
    }
}
