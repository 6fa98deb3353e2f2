using System.CommandLine;
using Benchmarker.Children;
using Benchmarker.CommandLine;
using Benchmarker.Measuring;
using Benchmarker.Reporting;
using Benchmarker.Scenarios;
using Benchmarker.StuckChild;
using Easy.Logger.Buffering;

namespace Benchmarker.CallerCost;

/// <summary>What a log call costs its caller while the worker keeps up, beside the same call into an appender that does nothing.</summary>
internal static class CallerCostCommand
{
    private const int MaxRounds = 1_000_000;
    private const double LimitRatio = 1.7;
    private const double LimitRatioOfDropped = 1.6;
    private const double LimitBytes = 16;

    public static Command Create()
    {
        Option<int> rounds = OptionSet.Number("--rounds", "How many bursts of calls are measured of each.", byDefault: 5000, MaxRounds);
        Option<bool> children = new("--children")
        {
            Description = "Measure by the appender behind the wrapper instead, beside the same one without it, at several stack depths; "
                + $"{ChildCostCommand.Rounds} rounds when --rounds is left out.",
        };
        Option<FileInfo?> json = OptionSet.Json();
        Command command =
            new("caller", "Measures a log call while the worker keeps up, beside the same call into an appender that does nothing.")
        {
            rounds, children, json,
        };
        command.SetAction(parsed =>
        {
            if (parsed.GetValue(children))
            {
                bool isRoundsGiven = parsed.GetResult(rounds) is { Implicit: false };
                return ChildCostCommand.Run(isRoundsGiven ? parsed.GetValue(rounds) : ChildCostCommand.Rounds, parsed.GetValue(json));
            }

            return Measure(parsed.GetValue(rounds), parsed.GetValue(json)) ? ExitCode.Success : ExitCode.Failure;
        });
        return command;
    }

    private static bool Measure(int rounds, FileInfo? json)
    {
        BenchmarkEnvironment environment = BenchmarkEnvironment.Current();
        TextColumns.Write(Console.Out, environment.Rows);
        Console.WriteLine();
        using TemporaryFolder folder = new();
        using StuckLogger none = StuckLogger.Empty();
        using StuckLogger full = StuckLogger.BehindText(OverflowPolicy.DropNewest, blockTimeout: 0);
        ILoggingSetup async = ScenarioCatalog.Find("async")!.Open(folder.Path);
        CallerCostReport report = new(
            environment.ByName, [.. Measure(rounds, none, "queued", async.Log), Measure(rounds, none, "dropped", full.LogCounter)[1]]);
        async.Close();
        report.Write(Console.Out);
        if (json is not null)
        {
            JsonReport.Write(json, report);
        }

        return Report(report.Rows[1], "a call that is queued while the worker keeps up", LimitRatio)
            & Report(report.Rows[2], "a call whose event is dropped because the queue is full", LimitRatioOfDropped);
    }

    /// <summary>Each by itself: what the compiler makes of a call depends on what it sees of others.</summary>
    private static IReadOnlyList<CallerCostRow> Measure(int rounds, StuckLogger none, string name, Action<long> log)
    {
        CallerCostRun run = new([("into nothing", none.LogCounter), (name, log)]);
        run.Measure(rounds); // until everything has its final machine code
        return run.Measure(rounds);
    }

    private static bool Report(CallerCostRow row, string what, double limit) => Verdict.Report(
        row.Ratio <= limit && row.BytesMore <= LimitBytes,
        $"{what} takes at most {limit}x of a call into nothing, and {LimitBytes:N0} B more");
}
