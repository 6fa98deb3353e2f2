using System.Diagnostics;
using System.Runtime;

namespace Benchmarker.Micro;

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

/// <summary>What was measured of a subject. Pure arithmetic.</summary>
internal sealed class Bursts(BurstSubject subject, int capacity)
{
    private readonly double[] _nanoseconds = new double[capacity];
    private int _count;
    private long _calls;
    private long _bytes;

    public BurstSubject Subject { get; } = subject;

    public double Median => Quantile(0.5);

    public double BytesPerEvent => (double)_bytes / _calls;

    public void Add(double nanoseconds, int calls, long bytes)
    {
        _nanoseconds[_count++] = nanoseconds / calls;
        _calls += calls;
        _bytes += bytes;
    }

    public double Quantile(double part) => QuantileOf(_nanoseconds.AsSpan(0, _count).ToArray(), part);

    /// <summary>
    /// How many times the other's time: the median of the ratios of each sample to the other's of the same moment. What the machine does
    /// beside meets both samples of a pair alike.
    /// </summary>
    public double RatioTo(Bursts other) => RatioTo(other, first: 0, step: 1);

    /// <summary>
    /// The ratio to the fastest of several. Half of the samples shows which one that is and the other half what the ratio is, each in both
    /// parts: the one that was lucky in the samples by which it is chosen has no luck in the others, so subjects that are alike have a
    /// ratio of one. At least two samples.
    /// </summary>
    public (double Ratio, string Fastest) RatioToFastest(IReadOnlyList<Bursts> others)
    {
        Bursts even = others.MaxBy(other => RatioTo(other, first: 0, step: 2))!;
        Bursts odd = others.MaxBy(other => RatioTo(other, first: 1, step: 2))!;
        double ratio = (RatioTo(even, first: 1, step: 2) + RatioTo(odd, first: 0, step: 2)) / 2;
        return (ratio, others.MaxBy(RatioTo)!.Subject.Name);
    }

    private double RatioTo(Bursts other, int first, int step)
    {
        List<double> ratios = [];
        for (int i = first; i < _count; i += step)
        {
            ratios.Add(_nanoseconds[i] / other._nanoseconds[i]);
        }

        return QuantileOf([.. ratios], 0.5);
    }

    private static double QuantileOf(double[] values, double part)
    {
        Array.Sort(values);
        double position = part * (values.Length - 1);
        int below = (int)position;
        double above = values[Math.Min(below + 1, values.Length - 1)];
        return values[below] + ((position - below) * (above - values[below]));
    }
}

/// <summary>What is measured in bursts: one of several ways to do the same.</summary>
internal abstract class BurstSubject(string name)
{
    public string Name { get; } = name;

    /// <summary>Does it so many times, one after the other. Nothing else is in the measured time.</summary>
    public abstract void Write(int count);
}

/// <summary>What precedes a measurement.</summary>
internal static class WarmUp
{
    private static readonly TimeSpan _compilerIsDone = TimeSpan.FromMilliseconds(500);

    /// <summary>Repeats until the runtime compiles nothing any more; it waits a tenth of a second before each step to final code.</summary>
    public static void UntilCompiled(TimeSpan most, Action once)
    {
        long start = Stopwatch.GetTimestamp();
        long lastCompiled = start;
        long methods = 0;
        while (Stopwatch.GetElapsedTime(start) < most && Stopwatch.GetElapsedTime(lastCompiled) < _compilerIsDone)
        {
            once();
            if (JitInfo.GetCompiledMethodCount() is long now && now != methods)
            {
                methods = now;
                lastCompiled = Stopwatch.GetTimestamp();
            }
        }
    }
}
