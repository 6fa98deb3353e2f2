namespace Easy.Logger.Loki.Labels;

/// <summary>
/// Gives each line of a stream a time of its own, because Loki keeps one of two lines that are equal in time and text. A log call's time has steps of 100 ns, which leaves room
/// for a hundred lines in each. Not thread-safe.
/// </summary>
internal sealed class StreamClock
{
    public const long NanosecondsPerTick = 100;

    private long _last = long.MinValue;
    private long _lastWanted = long.MinValue;
    private long _late;

    /// <summary>The time of the next line.</summary>
    /// <param name="nanoseconds">The time it should have.</param>
    /// <param name="keepsOrder">Whether it has to be later than the line before it, though its own time is not.</param>
    /// <param name="latest">
    /// The latest time that is taken. A last line behind that has its time from a clock that was set back since, and is not heeded.
    /// </param>
    public long Next(long nanoseconds, bool keepsOrder, long latest = long.MaxValue)
    {
        if (_last > latest)
        {
            (_last, _lastWanted) = (long.MinValue, long.MinValue);
        }

        if (nanoseconds > _last)
        {
            _lastWanted = nanoseconds;
            return _last = nanoseconds;
        }

        // More than a hundred of one tick go on into the next ones.
        if (keepsOrder || nanoseconds == _lastWanted || nanoseconds > _last - NanosecondsPerTick)
        {
            return ++_last;
        }

        // Another thread's, logged before the last one. Counted down from the end of its tick, because those that came in time are counted up from its beginning: that keeps apart a
        // hundred of both, whatever their ticks are.
        return nanoseconds + NanosecondsPerTick - 1 - (_late++ % NanosecondsPerTick);
    }
}
