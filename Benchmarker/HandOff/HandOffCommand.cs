using System.CommandLine;
using Benchmarker.CommandLine;

namespace Benchmarker.HandOff;

/// <summary>Compares the ways of handing events from callers to the worker, by themselves, see docs/design/decisions.md.</summary>
internal static class HandOffCommand
{
    private const int Limit = 16_384;
    private const int BatchSize = 512;
    private const int Rounds = 3;

    private static readonly int[] _threadCounts = [1, 2, 4, 16, 64];

    private static readonly Func<IHandOff>[] _variants =
    [
        () => new AppenderHandOff(Limit, BatchSize),
        () => new EventChannelHandOff(Limit, BatchSize),
        () => new BufferChannelHandOff(Limit, BatchSize),
    ];

    public static Command Create()
    {
        Option<double> seconds = OptionSet.Seconds();
        Command command = new("handoff", "Measures the hand-over from callers to the worker by itself, with 1 to 64 threads; median of "
            + "three rounds.") { seconds };
        command.SetAction(parsed =>
        {
            TimeSpan duration = TimeSpan.FromSeconds(parsed.GetValue(seconds) / (_threadCounts.Length * _variants.Length * Rounds));
            Console.WriteLine(
                $"{"threads",7}  {string.Join("  ", _variants.Select(variant => $"{variant().Name,20}"))}   million events/s handed over");
            foreach (int threads in _threadCounts)
            {
                Console.WriteLine(
                    $"{threads,7}  {string.Join("  ", Medians(threads, duration).Select(median => $"{median / 1e6,20:F2}"))}");
            }

            return ExitCode.Success;
        });
        return command;
    }

    private static IEnumerable<double> Medians(int threads, TimeSpan duration)
    {
        // Rounds outside, variants inside: what else the machine does meets all of them alike.
        List<double>[] rates = [.. _variants.Select(_ => new List<double>())];
        for (int round = 0; round < Rounds; round++)
        {
            for (int i = 0; i < _variants.Length; i++)
            {
                rates[i].Add(HandOffRun.Measure(_variants[i](), threads, duration));
            }
        }

        return rates.Select(rounds => rounds.Order().ElementAt(Rounds / 2));
    }
}
