using System.CommandLine;
using Benchmarker.Children;
using Benchmarker.CommandLine;
using Benchmarker.Reporting;

namespace Benchmarker.Storm;

/// <summary>
/// A thousand threads that log for a minute: nothing hangs, every line is in the files or counted, in order, and memory stays flat.
/// </summary>
internal static class StormCommand
{
    private const int MaxRate = 1_000_000;

    public static Command Create()
    {
        Option<double> seconds = OptionSet.Seconds(byDefault: 60);
        Option<int> threads = OptionSet.Threads(byDefault: 1000);
        Option<int> rate =
            OptionSet.Number("--rate", "Log calls per second at most, of all threads together.", byDefault: 100_000, MaxRate);
        Command command = new("storm", "A thousand threads, two forwarders over rolling files; every line is read "
            + "afterwards.") { seconds, threads, rate };
        command.SetAction(parsed =>
        {
            TextColumns.Write(Console.Out, BenchmarkEnvironment.Current().Rows);
            Console.WriteLine();
            using TemporaryFolder folder = new();
            TimeSpan duration = TimeSpan.FromSeconds(parsed.GetValue(seconds));
            StormResult result = new StormRun(parsed.GetValue(threads), duration, parsed.GetValue(rate), folder.Path).Run();
            return Show(result, duration);
        });
        return command;
    }

    private static int Show(StormResult result, TimeSpan duration)
    {
        Console.WriteLine(
            $"{result.Calls:N0} calls in {duration.TotalSeconds:N0} s; longest call "
                + $"{ResultColumns.Duration(result.LongestCall.TotalNanoseconds)}, "
            + $"closed within {ResultColumns.Duration(result.Closing.TotalNanoseconds)}, {result.Bytes / 1048576.0:N0} MB of files");
        TextColumns.Write(
            Console.Out,
            [
                ["forwarder", "accepted", "forwarded", "dropped", "blocked calls", "batches"],
                .. result.Counters.Select((counters, index) => new[]
                {
                    $"{index + 1}", $"{counters.Accepted:N0}", $"{counters.Forwarded:N0}", $"{counters.Dropped:N0}",
                    $"{counters.BlockedCalls:N0}", $"{counters.Batches:N0}",
                }),
            ],
            numbers: true);
        Console.WriteLine(result.Memory);
        string[] faults = result.Memory.AreFlat ? [.. result.Faults] : [.. result.Faults, "memory grew in the second half"];
        Console.WriteLine(faults.Length == 0
            ? "Holds: every call returned, every event is a line or counted, the lines of each thread are in order, memory is flat."
            : $"DOES NOT HOLD: {string.Join("; ", faults)}");
        return faults.Length == 0 ? ExitCode.Success : ExitCode.Failure;
    }
}
