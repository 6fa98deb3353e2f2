using System.Diagnostics;
using Benchmarker.Stress;

namespace Benchmarker.EventSource;

/// <summary>
/// Measures all subjects side by side: bursts of some ten microseconds, one subject after the other, each time in another order. What else the machine does, and what a
/// burst leaves behind for the next one, meets all alike and spoils single bursts instead of a subject. Not thread-safe.
/// </summary>
internal sealed class EventSourceRun(int cycles)
{
    private const double BurstNanoseconds = 40_000; // a thousand times what reading the clock takes, and below a time slice of the system
    public const int BurstsInCycle = 20;
    private const int WarmUps = 12;
    private const int FirstCalls = 16;
    private const int MostCalls = 50_000;
    private const int Seed = 1;

    private readonly IReadOnlyList<Subject> _subjects = Subjects.All();
    private readonly Chance _chance = new(Seed);

    /// <summary>Measures all lengths.</summary>
    /// <param name="audience">Who hears of the events.</param>
    /// <exception cref="InvalidDataException">An event did not arrive: the times would be those of throwing events away.</exception>
    public IEnumerable<EventSourceRow> Measure(Audience audience)
    {
        using IHearing hearing = Hearing.Of(audience);
        long written = 0;
        foreach (int length in Subjects.Lengths)
        {
            foreach (Subject subject in _subjects)
            {
                subject.Prepare(length);
            }

            int[] calls = [.. _subjects.Select(_ => FirstCalls)];
            for (int i = 0; i < WarmUps; i++)
            {
                Bursts[] bursts = Cycles(1, calls, hearing, ref written);
                calls = [.. bursts.Select(one => (int)Math.Clamp(BurstNanoseconds / one.Median, 1, MostCalls))];
            }

            foreach (EventSourceRow row in EventSourceRow.Of(Cycles(cycles, calls, hearing, ref written), audience, length))
            {
                yield return row;
            }
        }
    }

    private Bursts[] Cycles(int count, int[] calls, IHearing hearing, ref long written)
    {
        int[] order = [.. Enumerable.Range(0, _subjects.Count)];
        Bursts[] bursts = [.. _subjects.Select(subject => new Bursts(subject, count * BurstsInCycle))];
        for (int cycle = 0; cycle < count; cycle++)
        {
            for (int burst = 0; burst < BurstsInCycle; burst++)
            {
                Shuffle(order);
                foreach (int index in order)
                {
                    Burst(bursts[index], calls[index]);
                    written += calls[index];
                }
            }

            hearing.AwaitAll(written);
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

    private static void Burst(Bursts bursts, int calls)
    {
        long bytes = GC.GetAllocatedBytesForCurrentThread();
        long begin = Stopwatch.GetTimestamp();
        bursts.Subject.Write(calls);
        TimeSpan time = Stopwatch.GetElapsedTime(begin);
        bursts.Add(time.TotalNanoseconds, calls, GC.GetAllocatedBytesForCurrentThread() - bytes);
    }
}
