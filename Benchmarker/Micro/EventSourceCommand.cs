using System.CommandLine;
using Benchmarker.Reporting;

namespace Benchmarker.Micro;

/// <summary>
/// The ways to get a text into an event of the runtime's, the article's and that of the package, in front of each audience.
/// </summary>
internal static class EventSourceCommand
{
    private const int MaxRuns = 10_000;

    // The session is first: what the runtime compiles anew while the methods are called most is then compiled for events that are written.
    private static readonly Audience[] _audiences = [Audience.Session, Audience.SessionWithStacks, Audience.Listener, Audience.Nobody];

    public static Command Create()
    {
        Option<int> runs = OptionSet.Number("--runs", "How often twenty bursts of each are measured.", byDefault: 50, MaxRuns);
        Option<FileInfo?> json = OptionSet.Json();
        Command command = new(
            "event-source",
            "An event with a text, written by the techniques of an article, by Easy.Logger.EventSource and by its appender.")
        {
            runs, json,
        };
        command.SetAction(parsed => Run(parsed.GetValue(runs), parsed.GetValue(json)));
        return command;
    }

    private static int Run(int runs, FileInfo? json)
    {
        BenchmarkEnvironment environment = BenchmarkEnvironment.Show();
        EventSourceRun run = new(runs);
        EventSourceRow[] rows;
        try
        {
            rows = [.. _audiences.SelectMany(run.Measure)];
        }
        catch (InvalidDataException e)
        {
            Console.Error.WriteLine(e.Message);
            return ExitCode.Failure;
        }

        EventSourceTable.Write(Console.Out, rows);
        JsonReport.Write(json, EventSourceReport.Of(rows, environment, runs * BurstRun.BurstsInCycle));
        Console.WriteLine();
        return ExitCode.Of(Verdict.Report(EventSourcePromises.Of(rows)));
    }
}

/// <summary>Measures all subjects in front of an audience. Not thread-safe.</summary>
internal sealed class EventSourceRun(int cycles)
{
    private readonly IReadOnlyList<Subject> _subjects = Subjects.All();

    /// <summary>Measures all lengths.</summary>
    /// <param name="audience">Who hears of the events.</param>
    /// <exception cref="InvalidDataException">An event did not arrive: the times would be those of throwing events away.</exception>
    public IEnumerable<EventSourceRow> Measure(Audience audience)
    {
        using IHearing hearing = Hearing.Of(audience);
        long written = 0;
        BurstRun run = new(_subjects, calls => hearing.AwaitAll(written += calls));
        foreach (int length in Subjects.Lengths)
        {
            foreach (Subject subject in _subjects)
            {
                subject.Prepare(length);
            }

            foreach (EventSourceRow row in EventSourceRow.Of(run.Measure(cycles), audience, length))
            {
                yield return row;
            }
        }
    }
}

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
