using System.Diagnostics;

namespace Benchmarker.Throughput;

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
        Threads.Run(threads, index =>
        {
            OpenLoop loop = new(Stopwatch.GetTimestamp, SpinUntil, log, latencies[index].Record);
            calls[index] = loop.Run(schedule with { Thread = index });
        });
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

/// <summary>Calls at the times of a schedule and measures each call from the moment at which it was due.</summary>
/// <remarks>
/// A loop that waits for each call before it thinks of the next one leaves out what a stall costs: the calls that a real program would have
/// made meanwhile (coordinated omission). Here they are late by the rest of the stall, and are counted so.
/// </remarks>
/// <param name="now">The clock.</param>
/// <param name="waitUntil">Returns at a time of that clock, or at once when it has passed.</param>
/// <param name="log">The call, given its number.</param>
/// <param name="record">Gets how long after it was due each call returned.</param>
internal sealed class OpenLoop(Func<long> now, Action<long> waitUntil, Action<long> log, Action<long> record)
{
    /// <summary>Until the end of the schedule; what is overdue by then is not made up for.</summary>
    /// <returns>How many calls were made.</returns>
    public long Run(LoadSchedule schedule)
    {
        long calls = 0;
        for (long due = schedule.Due(0); due < schedule.End && now() < schedule.End; due = schedule.Due(calls))
        {
            waitUntil(due);
            calls++;
            log(calls);
            record(now() - due);
        }

        return calls;
    }
}

/// <summary>When the calls of one thread are due, as timestamps: at a fixed rate, whatever became of the calls before.</summary>
/// <param name="Start">When the first call of the first thread is due.</param>
/// <param name="End">From here on nothing is due.</param>
/// <param name="Interval">From one call of all threads to the next.</param>
/// <param name="Threads">How many threads take turns.</param>
/// <param name="Thread">Whose turn this is, from 0.</param>
internal readonly record struct LoadSchedule(long Start, long End, double Interval, int Threads, int Thread)
{
    public long Due(long call) => Start + (long)(((call * Threads) + Thread) * Interval);
}

/// <summary>How calls are made.</summary>
internal sealed record LatencyLoad(int Rate, int Threads, double Seconds)
{
    public TimeSpan Duration => TimeSpan.FromSeconds(Seconds);
}

/// <summary>How late calls at a fixed rate returned. The process that measures it writes it for its parent as JSON.</summary>
internal sealed record LatencyMeasurement
{
    public required long Calls { get; init; }
    public required double CallsPerSecond { get; init; }
    public required double P50Ns { get; init; }
    public required double P90Ns { get; init; }
    public required double P99Ns { get; init; }
    public required double P999Ns { get; init; }
    public required double P9999Ns { get; init; }
    public required double MaxNs { get; init; }
    public long Lost { get; init; }
    public IReadOnlyList<string> Discrepancies { get; init; } = [];

    public static LatencyMeasurement Of(CallTimeHistogram latencies, long calls, TimeSpan elapsed) => new()
    {
        Calls = calls,
        CallsPerSecond = calls / elapsed.TotalSeconds,
        P50Ns = latencies.PercentileNanoseconds(50),
        P90Ns = latencies.PercentileNanoseconds(90),
        P99Ns = latencies.PercentileNanoseconds(99),
        P999Ns = latencies.PercentileNanoseconds(99.9),
        P9999Ns = latencies.PercentileNanoseconds(99.99),
        MaxNs = latencies.MaxNanoseconds,
    };
}
