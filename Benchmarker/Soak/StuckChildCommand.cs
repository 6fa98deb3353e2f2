using System.CommandLine;
using System.Diagnostics;
using Benchmarker.Reporting;
using Benchmarker.Throughput;
using Easy.Logger.Buffering;
using log4net;

namespace Benchmarker.Soak;

/// <summary>
/// What a log call costs while a child never returns, beside the same loop without an appender: what the machine adds is in both.
/// </summary>
internal static class StuckChildCommand
{
    private const double LimitP99Nanoseconds = 50e3;
    private const double LimitMaxNanoseconds = 20e6;
    private const long LeastCalls = 1_000_000;
    private const int BlockTimeout = 1_000;
    private const int BlockedThreadCount = 16;
    private const int CallsWhileBlocked = 20_000;

    private static readonly TimeSpan _warmUpTime = TimeSpan.FromSeconds(1);

    public static Command Create()
    {
        Option<double> seconds = OptionSet.Seconds();

        // More threads than cores would measure how long the system lets one wait for its turn.
        Option<int> threads = OptionSet.Threads(byDefault: Environment.ProcessorCount);
        Command command =
            new("stuck-child", "Log calls before an attached appender that never returns: p99 and maximum, one wait for each thread.")
            {
                seconds, threads,
            };
        command.SetAction(parsed =>
        {
            BenchmarkEnvironment.Show();
            bool holds = Measure(parsed.GetValue(threads), TimeSpan.FromSeconds(parsed.GetValue(seconds)));
            Console.WriteLine();
            return ExitCode.Of(holds & CountWaits());
        });
        return command;
    }

    private static bool Measure(int threads, TimeSpan duration)
    {
        CallTimes none = CallTimes.Measure(StuckLogger.Empty, threads, _warmUpTime, duration);
        CallTimes dropping =
            CallTimes.Measure(() => StuckLogger.BehindText(OverflowPolicy.DropNewest, blockTimeout: 0), threads, _warmUpTime, duration);
        CallTimes custom =
            CallTimes.Measure(() => StuckLogger.BehindCustom(OverflowPolicy.DropNewest, blockTimeout: 0), threads, _warmUpTime, duration);
        TextColumns.Write(
            Console.Out,
            [CallTimes.Headers, none.Row("no appender"), dropping.Row("DropNewest, text child"), custom.Row("DropNewest, custom child")],
            numbers: true);
        bool holds = dropping.P99 < LimitP99Nanoseconds && dropping.Max < LimitMaxNanoseconds && dropping.Calls >= LeastCalls;
        Verdict.Report(
            holds,
            $"p99 below {ResultColumns.Duration(LimitP99Nanoseconds)}, "
            + $"max below {ResultColumns.Duration(LimitMaxNanoseconds)}, over at least {LeastCalls:N0} calls before a text child");
        Console.WriteLine(
            "Before a custom child each waiting event keeps its properties, too. The longest call is then a collection that copies the "
                + "queue while it fills.");
        return holds;
    }

    private static bool CountWaits()
    {
        using StuckLogger logger = StuckLogger.BehindText(OverflowPolicy.Block, BlockTimeout);
        IReadOnlyList<int> waits =
            BlockedThreads.Count(logger.Log, BlockedThreadCount, CallsWhileBlocked, TimeSpan.FromMilliseconds(BlockTimeout / 2.0));
        bool holds = waits.Sum() > 0 && waits.Max() == 1;
        Console.WriteLine(
            $"Block, blockTimeout {BlockTimeout} ms, {CallsWhileBlocked:N0} calls on each of {BlockedThreadCount} threads; "
            + $"waits per thread: {string.Join(' ', waits)}");
        Verdict.Report(holds, "a stuck child costs a thread one wait, and then none");
        return holds;
    }
}

/// <summary>How long the log calls of one measurement took, and what the garbage collector did meanwhile.</summary>
internal sealed record CallTimes(long Calls, CallTimeHistogram Histogram, GcCounters Gc, TimeSpan Paused)
{
    public static string[] Headers { get; } = ["", "calls", "p50", "p99", "p99.9", "max", "bytes/call", "collections", "paused"];

    public double P99 => Histogram.PercentileNanoseconds(99);

    public double Max => Histogram.MaxNanoseconds;

    public static CallTimes Measure(Func<StuckLogger> open, int threads, TimeSpan warmUp, TimeSpan duration)
    {
        // The warm-up has a logger of its own: filling the queue, and telling of the first loss, belong to what is measured.
        using (StuckLogger first = open())
        {
            Production.Run(first.LogCounter, threads, warmUp, _ => { });
        }

        GC.Collect();
        using StuckLogger logger = open();
        TimeSpan before = GC.GetTotalPauseDuration();
        Production production = Production.Run(logger.LogCounter, threads, duration, _ => { });
        return new CallTimes(production.Calls, production.CallTimes(), production.Gc, GC.GetTotalPauseDuration() - before);
    }

    public string[] Row(string name) =>
    [
        name,
        $"{Calls:N0}",
        ResultColumns.Duration(Histogram.PercentileNanoseconds(50)),
        ResultColumns.Duration(P99),
        ResultColumns.Duration(Histogram.PercentileNanoseconds(99.9)),
        ResultColumns.Duration(Max),
        $"{(double)Gc.AllocatedBytes / Calls:N0}",
        $"{Gc.Gen0 + Gc.Gen1 + Gc.Gen2}",
        ResultColumns.Duration(Paused.TotalNanoseconds),
    ];
}

/// <summary>Counts how often each of several threads had to wait before a full queue that nobody empties.</summary>
internal static class BlockedThreads
{
    /// <param name="log">A logger whose queue never gets room again once it is full.</param>
    /// <param name="threads">How many threads log.</param>
    /// <param name="calls">How many calls each of them makes.</param>
    /// <param name="threshold">A call that takes at least so long has waited.</param>
    /// <returns>For each thread, how many of its calls waited.</returns>
    public static IReadOnlyList<int> Count(ILog log, int threads, int calls, TimeSpan threshold)
    {
        int[] waits = new int[threads];
        Threads.Run(threads, index => waits[index] = Waits());
        return waits;

        int Waits()
        {
            int count = 0;
            for (int i = 0; i < calls; i++)
            {
                long start = Stopwatch.GetTimestamp();
                log.DebugFormat("Counter is: {0}", i);
                count += Stopwatch.GetElapsedTime(start) >= threshold ? 1 : 0;
            }

            return count;
        }
    }
}
