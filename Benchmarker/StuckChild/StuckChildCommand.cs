using System.CommandLine;
using Benchmarker.CommandLine;
using Benchmarker.Reporting;
using Easy.Logger.Buffering;

namespace Benchmarker.StuckChild;

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
            new("stuck-child", "Measures log calls before a child that never returns: DropNewest, then Block.") { seconds, threads };
        command.SetAction(parsed =>
        {
            TextColumns.Write(Console.Out, BenchmarkEnvironment.Current().Rows);
            Console.WriteLine();
            bool holds = Measure(parsed.GetValue(threads), TimeSpan.FromSeconds(parsed.GetValue(seconds)));
            Console.WriteLine();
            return holds & CountWaits() ? ExitCode.Success : ExitCode.Failure;
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
        Console.WriteLine(
            $"{(holds ? "Holds" : "DOES NOT HOLD")}: p99 below {ResultColumns.Duration(LimitP99Nanoseconds)}, "
            + $"max below {ResultColumns.Duration(LimitMaxNanoseconds)}, over at least {LeastCalls:N0} calls before a text child.");
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
