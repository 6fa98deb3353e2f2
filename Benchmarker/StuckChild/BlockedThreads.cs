using System.Diagnostics;
using log4net;

namespace Benchmarker.StuckChild;

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
        Thread[] all = [.. Enumerable.Range(0, threads).Select(index => new Thread(() => waits[index] = Waits()))];
        Array.ForEach(all, thread => thread.Start());
        Array.ForEach(all, thread => thread.Join());
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
