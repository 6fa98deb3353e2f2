using Benchmarker.Stress;
using Easy.Logger.Loki;

namespace Benchmarker.LokiFaults;

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
