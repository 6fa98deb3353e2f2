using System.CommandLine;
using Benchmarker.CommandLine;
using Benchmarker.Measuring;
using Benchmarker.Reporting;

namespace Benchmarker.EventSource;

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
            "Measures what it costs to write an event with a text, by the article's techniques, the package's and its appender.")
        {
            runs, json,
        };
        command.SetAction(parsed => Run(parsed.GetValue(runs), parsed.GetValue(json)));
        return command;
    }

    private static int Run(int runs, FileInfo? json)
    {
        BenchmarkEnvironment environment = BenchmarkEnvironment.Current();
        TextColumns.Write(Console.Out, environment.Rows);
        Console.WriteLine();
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
        if (json is not null)
        {
            JsonReport.Write(json, EventSourceReport.Of(rows, environment, runs * BurstRun.BurstsInCycle));
        }

        Console.WriteLine();
        return EventSourcePromises.Of(rows).Select(promise => Verdict.Report(promise.Holds, promise.What)).ToArray().All(holds => holds)
            ? ExitCode.Success
            : ExitCode.Failure;
    }
}
