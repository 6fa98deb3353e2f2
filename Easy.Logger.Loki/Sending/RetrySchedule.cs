namespace Easy.Logger.Loki.Sending;

/// <summary>
/// When to try again, and when to stop trying: half a second, doubled each time up to a minute, of which a random part is waited so that
/// those whom a server has failed do not all come back together. What the server asks for is waited at least. Pure arithmetic; immutable.
/// </summary>
/// <param name="limit">The longest that one push is tried; <see cref="Timeout.InfiniteTimeSpan" /> for ever.</param>
internal sealed class RetrySchedule(TimeSpan limit)
{
    /// <summary>No second try.</summary>
    public static readonly RetrySchedule Once = new(TimeSpan.Zero);

    private static readonly TimeSpan _first = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan _longest = TimeSpan.FromMinutes(1);

    /// <summary>The longest that a server may ask for: one that asks for a day would be answered by losing what is queued.</summary>
    private static readonly TimeSpan _maxAsked = TimeSpan.FromMinutes(5);

    /// <summary>Whether a push of this age is not tried again.</summary>
    public bool IsOver(TimeSpan age) => limit != Timeout.InfiniteTimeSpan && age > limit;

    /// <summary>The wait before the next try.</summary>
    /// <param name="tries">Tries so far, one at least.</param>
    /// <param name="elapsed">Time since the first of them.</param>
    /// <param name="asked">What the server asks for.</param>
    /// <param name="chance">A random number from 0 to 1.</param>
    /// <returns><see langword="null" /> to stop trying.</returns>
    public TimeSpan? Next(int tries, TimeSpan elapsed, TimeSpan? asked, double chance)
    {
        double longest = Math.Min(_longest.TotalMilliseconds, _first.TotalMilliseconds * Math.Pow(2, tries - 1));
        TimeSpan pause = TimeSpan.FromMilliseconds(longest * chance);
        if (asked is { } atLeast)
        {
            pause += atLeast < _maxAsked ? atLeast : _maxAsked;
        }

        return limit == Timeout.InfiniteTimeSpan || elapsed + pause <= limit ? pause : null;
    }
}
