using System.CommandLine;
using System.Diagnostics;
using Benchmarker.CommandLine;
using log4net.Util;

namespace Benchmarker.Stress;

/// <summary>Runs the tests' stress scenario for as long as one likes, a new seed every few seconds.</summary>
internal static class StressCommand
{
    private static readonly TimeSpan _runTime = TimeSpan.FromSeconds(5);

    public static Command Create()
    {
        Option<double> minutes = OptionSet.Minutes();
        Option<int?> seed =
            new("--seed") { Description = "The seed to begin with; the ones after it follow. By the clock when left out.", HelpName = "N" };
        Command command = new("stress", "Random children, options and reloads under load; the counters and the order of every run are "
            + "checked.") { minutes, seed };
        command.SetAction(parsed =>
        {
            LogLog.EmitInternalMessages = false; // failures by the thousand are the point
            return Run(TimeSpan.FromMinutes(parsed.GetValue(minutes)), parsed.GetValue(seed) ?? Environment.TickCount & int.MaxValue);
        });
        return command;
    }

    private static int Run(TimeSpan duration, int firstSeed)
    {
        int failed = 0;
        int seed = firstSeed;
        for (long start = Stopwatch.GetTimestamp(); seed == firstSeed || Stopwatch.GetElapsedTime(start) < duration; seed++)
        {
            StressResult result = new StressRun(seed, _runTime).Run();
            Console.WriteLine($"seed {seed}: {(result.Faults.Count == 0 ? "ok" : "FAILED")}, {result.Summary}");
            failed += result.Faults.Count == 0 ? 0 : 1;
            foreach (string fault in result.Faults)
            {
                Console.WriteLine($"  {fault}");
            }
        }

        Console.WriteLine($"{seed - firstSeed} runs, {failed} failed");
        return failed == 0 ? ExitCode.Success : ExitCode.Failure;
    }
}
