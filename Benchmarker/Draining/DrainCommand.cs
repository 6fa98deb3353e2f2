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
        Command command = new("drain", "Measures how long a full queue takes to get into the file, what it weighs, and what an empty one does.")
        {
            runs, seconds,
        };
        command.SetAction(parsed =>
        {
            TextColumns.Write(Console.Out, BenchmarkEnvironment.Current().Rows);
            Console.WriteLine();
            using TemporaryFolder folder = new();
            TimeSpan watched = TimeSpan.FromSeconds(parsed.GetValue(seconds));
            TimeSpan without = DrainRun.Idle(watched);
            using HeldFile file = new(folder.Path);
            DrainRun run = new(file);
            return Drain(run, parsed.GetValue(runs), file.QueueLimit) & Weigh(run) & Watch(watched, without) ? ExitCode.Success : ExitCode.Failure;
        });
        return command;
    }

    private static bool Drain(DrainRun run, int runs, int events)
    {
        for (int i = 0; i < WarmUps; i++)
        {
            run.Drain();
        }

        Spread times = Spread.Of(Enumerable.Range(0, runs).Select(_ => run.Drain().TotalNanoseconds))!.Value;
        return Verdict.Tell(
            times.Median < _limit.TotalNanoseconds,
            $"drain of {events:N0} events, last call to last byte: {ResultColumns.Text(times, ResultColumns.Duration)} in {runs} runs; "
            + $"below {ResultColumns.Duration(_limit.TotalNanoseconds)}");
    }

    private static bool Weigh(DrainRun run)
    {
        double megabytes = run.Weigh() / 1048576.0;
        return Verdict.Tell(megabytes <= LimitMegabytes, $"a full queue keeps {megabytes:N1} MB alive beyond an empty one; at most {LimitMegabytes:N0} MB");
    }

    private static bool Watch(TimeSpan time, TimeSpan without)
    {
        TimeSpan with = DrainRun.Idle(time);
        return Verdict.Tell(
            with - without < time * LimitIdle,
            $"processor time of the process in {time.TotalSeconds:0.###} s with an empty queue: {ResultColumns.Duration(with.TotalNanoseconds)}, "
            + $"without an appender: {ResultColumns.Duration(without.TotalNanoseconds)}; at most {LimitIdle:P1} of the time more");
    }
}
