namespace Easy.Logger.Loki.Labels;

/// <summary>
/// Gives each line of a stream a time of its own, because Loki keeps one of two lines that are equal in time and text. A log call's time
/// has steps of 100 ns, which leaves room for several lines in each. Not thread-safe.
/// </summary>
/// <remarks>
/// Times are given in several series, each of which only grows and has a last digit, modulo their number, of its own: no time is given
/// twice. A line that is older than the last one of a series goes into the next series; one that is older than those of all comes directly
/// after the oldest of these.
/// </remarks>
internal sealed class StreamClock
{
    public const long NanosecondsPerTick = 100;

    /// <summary>How many series there are. Each has so many nanoseconds between two lines of one tick.</summary>
    public const int Series = 4;

    private readonly long[] _last = [long.MinValue, long.MinValue, long.MinValue, long.MinValue];
    private readonly long[] _lastWanted = [long.MinValue, long.MinValue, long.MinValue, long.MinValue];
    private int _first;

    /// <summary>The time of the next line.</summary>
    /// <param name="nanoseconds">The time it should have: whole ticks.</param>
    /// <param name="keepsOrder">Whether it has to be later than the line before it, though its own time is not.</param>
    /// <param name="latest">
    /// The latest time that is taken. A series whose last line is behind that has it from a clock that was set back since, and comes last.
    /// </param>
    public long Next(long nanoseconds, bool keepsOrder, long latest = long.MaxValue)
    {
        for (int tries = 1; _last[_first] > latest; tries++)
        {
            _first = (_first + 1) % Series;
            if (tries == Series)
            {
                _last[_first] = long.MinValue; // the clock was set back as often as there are series
            }
        }

        int oldest = _first;
        for (int i = 0; i < Series; i++)
        {
            int series = (_first + i) % Series;
            long own = nanoseconds + series;
            if (own > _last[series])
            {
                _lastWanted[series] = nanoseconds;
                return _last[series] = own;
            }

            // More of one tick than it has room for go on into the next ones.
            if (keepsOrder || nanoseconds == _lastWanted[series] || nanoseconds > _last[series] - NanosecondsPerTick)
            {
                return _last[series] += Series;
            }

            oldest = _last[series] < _last[oldest] ? series : oldest;
        }

        _lastWanted[oldest] = nanoseconds;
        return _last[oldest] += Series;
    }
}
