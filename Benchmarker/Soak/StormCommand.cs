using System.CommandLine;
using Benchmarker.Reporting;
using Easy.Logger.Diagnostics;

namespace Benchmarker.Soak;

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
        Command command = new("storm", "A thousand threads, two async appenders: each event is a line or counted, memory stays flat.")
        {
            seconds, threads, rate,
        };
        command.SetAction(parsed =>
        {
            BenchmarkEnvironment.Show();
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
        return ExitCode.Of(faults.Length == 0);
    }
}

/// <summary>What a storm left behind.</summary>
internal sealed record StormResult
{
    public required long Calls { get; init; }
    public required IReadOnlyList<BufferStatistics> Counters { get; init; }
    public required TimeSpan LongestCall { get; init; }

    /// <summary>How long it took until the rest was written.</summary>
    public required TimeSpan Closing { get; init; }

    /// <summary>In the files.</summary>
    public required long Bytes { get; init; }
    public required MemorySamples Memory { get; init; }

    /// <summary>What was not as it should be; empty when every line is there or counted, in the order of its thread.</summary>
    public required IReadOnlyList<string> Faults { get; init; }
}

/// <summary>The memory of this process, looked at every second, and whether it still grows in the second half of the time.</summary>
internal sealed class MemorySamples
{
    private const long Noise = 32L << 20;

    private readonly List<(long WorkingSet, long Heap)> _samples = [];

    public void Take() => _samples.Add((Environment.WorkingSet, GC.GetTotalMemory(forceFullCollection: false)));

    /// <summary>Whether the peak of the second half is at most a tenth, or what is noise, above that of the first.</summary>
    public bool AreFlat
    {
        get
        {
            (long first, long second) = Peaks(sample => sample.WorkingSet);
            return _samples.Count < 2 || second - first < Math.Max(Noise, first / 10);
        }
    }

    public override string ToString() => $"working set {Text(sample => sample.WorkingSet)}; managed heap {Text(sample => sample.Heap)}";

    private string Text(Func<(long WorkingSet, long Heap), long> select)
    {
        if (_samples.Count < 2)
        {
            return "not sampled";
        }

        (long first, long second) = Peaks(select);
        long median = _samples.Skip(_samples.Count / 2).Select(select).Order().ElementAt(_samples.Count / 4);
        return $"peak {Megabytes(first)} in the first half, {Megabytes(second)} in the second (median {Megabytes(median)})";
    }

    private (long First, long Second) Peaks(Func<(long WorkingSet, long Heap), long> select) => _samples.Count < 2
        ? (0, 0)
        : (_samples.Take(_samples.Count / 2).Max(select), _samples.Skip(_samples.Count / 2).Max(select));

    private static string Megabytes(long bytes) => $"{bytes / 1048576.0:N0} MB";
}
