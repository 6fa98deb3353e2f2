namespace Benchmarker.EventSource;

/// <summary>What the measurement is judged by. Pure arithmetic.</summary>
internal static class EventSourcePromises
{
    /// <summary>
    /// How many times the time of the fastest of the article counts as not slower. The same technique, measured twice in one run, came out
    /// at 0.985 to 1.014; ours at 0.966 to 1.026 with a string, and at 0.991 to 1.023 with a text that is copied. None of the article looks
    /// for what would end the text early.
    /// </summary>
    public const double Tolerance = 1.03;

    /// <summary>The most that a call may cost while nobody listens, in nanoseconds.</summary>
    public const double LimitNobody = 5;

    public static IEnumerable<(bool Holds, string What)> Of(IReadOnlyList<EventSourceRow> rows) =>
    [
        .. InSession(Subjects.OwnString, rows),
        .. InSession(Subjects.Own, rows),
        .. new[] { Subjects.OwnString, Subjects.Own, AppenderSubject.SubjectName }.Select(technique => WithNobody(technique, rows)),
    ];

    private static IEnumerable<(bool Holds, string What)> InSession(string technique, IReadOnlyList<EventSourceRow> rows)
    {
        EventSourceRow[] session = [.. rows.Where(row => row.Technique == technique && row.Audience == Audience.Session)];
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
    }

    private static (bool Holds, string What) WithNobody(string technique, IReadOnlyList<EventSourceRow> rows)
    {
        EventSourceRow[] nobody = [.. rows.Where(row => row.Technique == technique && row.Audience == Audience.Nobody)];
        return (
            nobody.Length > 0 && nobody.All(row => row.Nanoseconds < LimitNobody),
            $"{technique}: a call while nobody listens: {Joined(nobody, row => EventSourceTable.Time(row.Nanoseconds))}; below "
                + $"{LimitNobody:0} ns");
    }

    private static string Joined(IEnumerable<EventSourceRow> rows, Func<EventSourceRow, string> text) =>
        string.Join(", ", rows.Select(text));
}
