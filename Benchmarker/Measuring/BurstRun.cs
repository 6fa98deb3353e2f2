using System.Diagnostics;
using Benchmarker.Stress;

namespace Benchmarker.Measuring;

/// <summary>
/// Measures all subjects side by side: bursts of some ten microseconds, one subject after the other, each time in another order. What else
/// the machine does, and what a burst leaves behind for the next one, meets all alike and spoils single bursts instead of a subject. Not
/// thread-safe.
/// </summary>
/// <param name="subjects">What is compared.</param>
/// <param name="endCycle">Called after each cycle with the number of calls in it.</param>
internal sealed class BurstRun(IReadOnlyList<BurstSubject> subjects, Action<long> endCycle)
{
    /// <summary>A thousand times what reading the clock takes, and below a time slice of the system.</summary>
    public const double BurstNanoseconds = 40_000;

    public const int BurstsInCycle = 20;
    private const int WarmUps = 12;
    private const int FirstCalls = 16;
    private const int MostCalls = 50_000;
    private const int Seed = 1;

    private readonly Chance _chance = new(Seed);

    /// <summary>Measures them in the order in which they were given, after a warm-up that also shows how many calls a burst has.</summary>
    public Bursts[] Measure(int cycles)
    {
        int[] calls = [.. subjects.Select(_ => FirstCalls)];
        for (int i = 0; i < WarmUps; i++)
        {
            calls = [.. Cycles(1, calls).Select(one => (int)Math.Clamp(BurstNanoseconds / one.Median, 1, MostCalls))];
        }

        return Cycles(cycles, calls);
    }

    /// <summary>Measures one burst.</summary>
    public static void Burst(Bursts bursts, int calls)
    {
        long bytes = GC.GetAllocatedBytesForCurrentThread();
        long begin = Stopwatch.GetTimestamp();
        bursts.Subject.Write(calls);
        TimeSpan time = Stopwatch.GetElapsedTime(begin);
        bursts.Add(time.TotalNanoseconds, calls, GC.GetAllocatedBytesForCurrentThread() - bytes);
    }

    private Bursts[] Cycles(int count, int[] calls)
    {
        int[] order = [.. Enumerable.Range(0, subjects.Count)];
        Bursts[] bursts = [.. subjects.Select(subject => new Bursts(subject, count * BurstsInCycle))];
        for (int cycle = 0; cycle < count; cycle++)
        {
            for (int burst = 0; burst < BurstsInCycle; burst++)
            {
                Shuffle(order);
                foreach (int index in order)
                {
                    Burst(bursts[index], calls[index]);
                }
            }

            endCycle(BurstsInCycle * calls.Sum(one => (long)one));
        }

        return bursts;
    }

    private void Shuffle(int[] order)
    {
        for (int i = order.Length - 1; i > 0; i--)
        {
            int other = _chance.Below(i + 1);
            (order[i], order[other]) = (order[other], order[i]);
        }
    }
}
