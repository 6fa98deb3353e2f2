namespace Benchmarker.EventSource;

/// <summary>What the measurement is judged by. Pure arithmetic.</summary>
internal static class EventSourcePromises
{
    /// <summary>
    /// How many times the time of the fastest of the article counts as not slower. Its own fastest three lie up to 2 % apart, now one in front and now another; ours were 0.98
    /// to 1.04 times the luckiest of them in several runs. None of them looks for what would end the text early.
    /// </summary>
    public const double Tolerance = 1.05;

    /// <summary>The most that a call may cost while nobody listens, in nanoseconds.</summary>
    public const double LimitNobody = 5;

    public static IEnumerable<(bool Holds, string What)> Of(IReadOnlyList<EventSourceRow> rows) =>
        new[] { Subjects.OwnString, Subjects.Own }.SelectMany(technique => Of(technique, [.. rows.Where(row => row.Technique == technique)]));

    private static IEnumerable<(bool Holds, string What)> Of(string technique, EventSourceRow[] rows)
    {
        EventSourceRow[] session = [.. rows.Where(row => row.Audience == Audience.Session)];
        EventSourceRow[] nobody = [.. rows.Where(row => row.Audience == Audience.Nobody)];
        yield return (
            session.Length > 0 && session.All(row => row.BytesPerEvent is 0),
            $"{technique}: bytes allocated per event at {Joined(session, row => $"{row.Length:N0}")} characters, session attached: "
            + $"{Joined(session, row => $"{row.BytesPerEvent:0.###}")}; 0");
        foreach (EventSourceRow row in session)
        {
            yield return (
                row.RatioToFastest <= Tolerance,
                $"{technique}: {row.Length:N0} characters, session attached: {EventSourceTable.Time(row.Nanoseconds)}, "
                + $"{row.RatioToFastest:0.000} times the fastest of the article's ({row.Fastest}); at most {Tolerance:0.00} times");
        }

        yield return (
            nobody.Length > 0 && nobody.All(row => row.Nanoseconds < LimitNobody),
            $"{technique}: a call while nobody listens: {Joined(nobody, row => EventSourceTable.Time(row.Nanoseconds))}; below {LimitNobody:0} ns");
    }

    private static string Joined(IEnumerable<EventSourceRow> rows, Func<EventSourceRow, string> text) => string.Join(", ", rows.Select(text));
}
