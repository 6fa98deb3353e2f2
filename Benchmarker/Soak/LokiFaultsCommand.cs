using System.CommandLine;
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
        Option<int?> seed = OptionSet.Seed();
        Command command = new(
            "loki-faults", "The appender for Loki before a server with random faults: each line is stored once or counted.")
        {
            minutes, seed,
        };
        command.SetAction(parsed =>
        {
            LogLog.EmitInternalMessages = false; // failures by the thousand are the point
            (int Seed, bool Holds)[] runs =
            [
                .. OptionSet.Seeds(parsed.GetValue(seed), TimeSpan.FromMinutes(parsed.GetValue(minutes))).Select(one => (one, Run(one))),
            ];
            int failed = runs.Count(run => !run.Holds);
            Console.WriteLine($"{runs.Length} runs, {failed} failed; first seed {runs[0].Seed}");
            return ExitCode.Of(failed == 0);
        });
        return command;
    }

    private static bool Run(int seed)
    {
        IReadOnlyList<StressResult> results = LokiFaultsRun.Run(seed, _runTime);
        string[] faults = [.. results.SelectMany(result => result.Faults)];
        Console.WriteLine($"seed {seed}: {(faults.Length == 0 ? "ok" : "FAILED")}");
        foreach (string line in results.Select(result => result.Summary).Concat(faults.Select(fault => $"FAILED {fault}")))
        {
            Console.WriteLine($"  {line}");
        }

        return faults.Length == 0;
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
        Threads.Run(rounds.Length, i => results[i] = Try(seed, rounds[i]));
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
