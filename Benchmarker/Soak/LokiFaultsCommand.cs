using System.CommandLine;
using System.Diagnostics;
using Easy.Logger.Loki;
using log4net.Util;

namespace Benchmarker.Soak;

/// <summary>Runs the Loki appender against a server with faults for as long as one likes, with a new seed every few seconds.</summary>
internal static class LokiFaultsCommand
{
    private static readonly TimeSpan _runTime = TimeSpan.FromSeconds(3);

    public static Command Create()
    {
        Option<double> minutes = OptionSet.Minutes();
        Option<int?> seed = new("--seed")
        {
            Description = "The first seed; later runs increment it. By the clock when omitted.",
            HelpName = "N",
        };
        Command command = new(
            "loki-faults", "The Loki appender against a server with faults at random: every line is stored once or counted.")
        {
            minutes,
            seed,
        };
        command.SetAction(parsed =>
        {
            LogLog.EmitInternalMessages = false; // failures by the thousand are the point
            return Run(TimeSpan.FromMinutes(parsed.GetValue(minutes)), parsed.GetValue(seed) ?? Environment.TickCount & 0xFFFFFF);
        });
        return command;
    }

    private static int Run(TimeSpan duration, int firstSeed)
    {
        int seed = firstSeed;
        int failed = 0;
        for (long start = Stopwatch.GetTimestamp(); seed == firstSeed || Stopwatch.GetElapsedTime(start) < duration; seed++)
        {
            IReadOnlyList<StressResult> results = LokiFaultsRun.Run(seed, _runTime);
            string[] faults = [.. results.SelectMany(result => result.Faults)];
            Console.WriteLine($"seed {seed}: {(faults.Length == 0 ? "ok" : "FAILED")}");
            foreach (string line in results.Select(result => result.Summary).Concat(faults.Select(fault => $"FAILED {fault}")))
            {
                Console.WriteLine($"  {line}");
            }

            failed += faults.Length == 0 ? 0 : 1;
        }

        Console.WriteLine($"{seed - firstSeed} runs, {failed} failed; first seed {firstSeed}");
        return failed == 0 ? ExitCode.Success : ExitCode.Failure;
    }
}

/// <summary>One round for each encoding, alone and behind a forwarder, all at once.</summary>
internal static class LokiFaultsRun
{
    public static IReadOnlyList<StressResult> Run(int seed, TimeSpan duration)
    {
        LokiFaultsRound[] rounds =
        [
            .. from encoding in Enum.GetValues<LokiEncoding>()
               from isBehind in new[] { false, true }
               select new LokiFaultsRound(unchecked((seed * 10) + ((int)encoding * 2) + (isBehind ? 1 : 0)), encoding, isBehind, duration),
        ];
        StressResult[] results = new StressResult[rounds.Length];
        Thread[] threads = [.. rounds.Select((round, i) => new Thread(() => results[i] = Try(seed, round)))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        return results;
    }

    private static StressResult Try(int seed, LokiFaultsRound round)
    {
        try
        {
            return round.Run();
        }
        catch (Exception e)
        {
            return new StressResult(seed, [e.ToString()], "ended early");
        }
    }
}
