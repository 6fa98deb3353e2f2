using System.CommandLine;
using Benchmarker.Children;
using Benchmarker.CommandLine;
using Benchmarker.Reporting;
using Benchmarker.Running;

namespace Benchmarker.Draining;

/// <summary>A full queue behind a file that is held up and then let go, and the same appender with nothing to do.</summary>
internal static class DrainCommand
{
    private const int MaxRuns = 10_000;
    private const int WarmUps = 10;
    private const double LimitMegabytes = 24;
    private const double LimitIdle = 0.001;

    private static readonly TimeSpan _limit = TimeSpan.FromMilliseconds(30);

    public static Command Create()
    {
        Option<int> runs = OptionSet.Number("--runs", "How often the queue is filled and emptied.", byDefault: 9, MaxRuns);
        Option<double> seconds = OptionSet.Seconds(byDefault: 3, "How long the empty queue is watched for work that nobody asked for.");
        Option<FileInfo?> json = OptionSet.Json();
        Command command =
            new("drain", "Measures how long a full queue takes to get into the file, what it weighs, and what an empty one does.")
        {
            runs, seconds, json,
        };
        command.SetAction(parsed =>
        {
            BenchmarkEnvironment environment = BenchmarkEnvironment.Current();
            TextColumns.Write(Console.Out, environment.Rows);
            Console.WriteLine();
            using TemporaryFolder folder = new();
            TimeSpan watched = TimeSpan.FromSeconds(parsed.GetValue(seconds));
            TimeSpan without = DrainRun.Idle(watched);
            using HeldFile file = new(folder.Path);
            DrainRun run = new(file);
            Spread times = Drain(run, parsed.GetValue(runs));
            DrainReport report = new(
                environment.ByName, file.QueueLimit, parsed.GetValue(runs), times.Median / 1e6, times.Least / 1e6, times.Most / 1e6,
                run.Weigh() / 1048576.0, watched.TotalSeconds, DrainRun.Idle(watched).TotalMilliseconds, without.TotalMilliseconds);
            if (parsed.GetValue(json) is { } results)
            {
                JsonReport.Write(results, report);
            }

            return Report(report, times) ? ExitCode.Success : ExitCode.Failure;
        });
        return command;
    }

    private static Spread Drain(DrainRun run, int runs)
    {
        for (int i = 0; i < WarmUps; i++)
        {
            run.Drain();
        }

        return Spread.Of(Enumerable.Range(0, runs).Select(_ => run.Drain().TotalNanoseconds))!.Value;
    }

    private static bool Report(DrainReport report, Spread times) =>
        Verdict.Report(
            times.Median < _limit.TotalNanoseconds,
            $"drain of {report.Events:N0} events, last call to last byte: {ResultColumns.Text(times, ResultColumns.Duration)} in "
                + $"{report.Runs} runs; "
            + $"below {ResultColumns.Duration(_limit.TotalNanoseconds)}")
        & Verdict.Report(
            report.FullQueueMegabytes <= LimitMegabytes,
            $"a full queue keeps {report.FullQueueMegabytes:N1} MB alive beyond an empty one; at most {LimitMegabytes:N0} MB")
        & Verdict.Report(
            report.IdleMilliseconds - report.IdleMillisecondsWithoutAppender < report.WatchedSeconds * 1000 * LimitIdle,
            $"processor time of the process in {report.WatchedSeconds:0.###} s with an empty queue: {report.IdleMilliseconds:N3} ms, "
            + $"without an appender: {report.IdleMillisecondsWithoutAppender:N3} ms; at most {LimitIdle:P1} of the time more");
}
