namespace Easy.Logger.Loki;

/// <summary>
/// Which time a line gets. Lines of one stream never get the same one: Loki keeps only one of two that are equal in time and text.
/// </summary>
public enum LokiTimestamps
{
    /// <summary>That of the log call, to 100 ns; lines of the same tick are distinguished by the digits below it.</summary>
    Event,

    /// <summary>
    /// That of the log call, but later than the line before it in the stream, so that the order is that in which they came, also when the
    /// clock is set back, by up to ten minutes: Loki takes no line that is further ahead.
    /// </summary>
    Monotonic,

    /// <summary>
    /// That of sending, later than the line before it, with the same limit: for events so old that Loki would refuse them.
    /// </summary>
    SendTime,
}
