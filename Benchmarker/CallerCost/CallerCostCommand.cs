using System.CommandLine;
using Benchmarker.Children;
using Benchmarker.CommandLine;
using Benchmarker.Measuring;
using Benchmarker.Reporting;
using Benchmarker.Scenarios;
using Benchmarker.StuckChild;

namespace Benchmarker.CallerCost;

/// <summary>What a log call costs its caller while the worker keeps up, beside the same call into an appender that does nothing.</summary>
internal static class CallerCostCommand
{
    private const int MaxRounds = 1_000_000;
    private const double LimitRatio = 1.8;
    private const double LimitBytes = 16;

    public static Command Create()
    {
        Option<int> rounds = OptionSet.Number("--rounds", "How many bursts of calls are measured of each.", byDefault: 5000, MaxRounds);
        Option<bool> children = new("--children")
        {
            Description = "Measure by the appender behind the wrapper instead, beside the same one without it, at several stack depths; "
                + $"{ChildCostCommand.Rounds} rounds when --rounds is left out.",
        };
        Option<FileInfo?> json = new("--json")
        {
            Description = "With --children: also write the results to this file, as JSON.",
            HelpName = "FILE",
        };
        Command command =
            new("caller", "Measures a log call while the worker keeps up, beside the same call into an appender that does nothing.")
        {
            rounds, children, json,
        };
        command.Validators.Add(result =>
        {
            if (result.GetResult(json) is not null && !result.GetValue(children))
            {
                result.AddError("--json: only with --children.");
            }
        });
        command.SetAction(parsed =>
        {
            if (parsed.GetValue(children))
            {
                bool isRoundsGiven = parsed.GetResult(rounds) is { Implicit: false };
                return ChildCostCommand.Run(isRoundsGiven ? parsed.GetValue(rounds) : ChildCostCommand.Rounds, parsed.GetValue(json));
            }

            TextColumns.Write(Console.Out, BenchmarkEnvironment.Current().Rows);
            Console.WriteLine();
            using TemporaryFolder folder = new();
            using StuckLogger none = StuckLogger.Empty();
            ILoggingSetup async = ScenarioCatalog.Find("async")!.Open(folder.Path);
            CallerCostRun run = new(none.LogCounter, async.Log);
            run.Measure(parsed.GetValue(rounds)); // until everything has its final machine code
            CallerCost cost = run.Measure(parsed.GetValue(rounds));
            async.Close();
            return Tell(cost) ? ExitCode.Success : ExitCode.Failure;
        });
        return command;
    }

    private static bool Tell(CallerCost cost)
    {
        double ratio = cost.Nanoseconds.Median / cost.NanosecondsOfNone.Median;
        double bytes = cost.Bytes - cost.BytesOfNone;
        return Verdict.Tell(
            ratio <= LimitRatio && bytes <= LimitBytes,
            $"a call takes {cost.Nanoseconds.Median:N0} ns and {cost.Bytes:N1} B, into an appender that does nothing "
            + $"{cost.NanosecondsOfNone.Median:N0} ns and {cost.BytesOfNone:N1} B: {ratio:0.00}x and {bytes:N1} B more; at most {LimitRatio}x and {LimitBytes:N0} B; "
            + $"medians of bursts of {CallerCostRun.Burst} calls");
    }
}
