using System.Diagnostics;
using Benchmarker.Measuring;

namespace Benchmarker.Latency;

/// <summary>Lets threads log at a fixed rate together.</summary>
internal static class FixedRate
{
    // Between two looks at the clock: short against every rate that can be asked for.
    private const int Spins = 8;

    // From here to the first call, for all threads to be there.
    private static readonly TimeSpan _lead = TimeSpan.FromMilliseconds(50);

    public static LatencyMeasurement Measure(Action<long> log, int rate, int threads, TimeSpan duration)
    {
        CallTimeHistogram[] latencies = [.. Enumerable.Range(0, threads).Select(_ => new CallTimeHistogram())];
        long[] calls = new long[threads];
        long start = Stopwatch.GetTimestamp() + Ticks(_lead);
        LoadSchedule schedule = new(start, start + Ticks(duration), (double)Stopwatch.Frequency / rate, threads, Thread: 0);
        Thread[] workers =
        [
            .. Enumerable.Range(0, threads).Select(index => new Thread(() =>
            {
                OpenLoop loop = new(Stopwatch.GetTimestamp, SpinUntil, log, latencies[index].Record);
                calls[index] = loop.Run(schedule with { Thread = index });
            })
            { IsBackground = true }),
        ];

        Array.ForEach(workers, worker => worker.Start());
        Array.ForEach(workers, worker => worker.Join());
        TimeSpan elapsed = Stopwatch.GetElapsedTime(start);
        foreach (CallTimeHistogram other in latencies.Skip(1))
        {
            latencies[0].Add(other);
        }

        return LatencyMeasurement.Of(latencies[0], calls.Sum(), elapsed);
    }

    /// <summary>Sleeping would add the time that the system takes to wake a thread, which is longer than most calls.</summary>
    private static void SpinUntil(long timestamp)
    {
        while (Stopwatch.GetTimestamp() < timestamp)
        {
            Thread.SpinWait(Spins);
        }
    }

    private static long Ticks(TimeSpan time) => (long)(time.TotalSeconds * Stopwatch.Frequency);
}
