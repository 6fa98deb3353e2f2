using System.Diagnostics;

namespace Benchmarker.Throughput;

/// <summary>Lets a number of threads log for a fixed time, all released at once.</summary>
internal sealed class Production
{
    private static readonly TimeSpan _reportInterval = TimeSpan.FromMilliseconds(200);

    private readonly Producer[] _producers;

    private Production(Producer[] producers) => _producers = producers;

    public long Calls => _producers.Sum(producer => producer.Calls);

    /// <summary>When the threads were released, as a <see cref="Stopwatch" /> timestamp.</summary>
    public long Started { get; private set; }

    /// <summary>From the release to the return of the last call of the slowest thread.</summary>
    public TimeSpan Elapsed => Stopwatch.GetElapsedTime(Started, _producers.Max(producer => producer.Finished));

    /// <summary>By the whole process while calls were made, the appenders' own threads included.</summary>
    public GcCounters Gc { get; private set; }

    public static Production Run(Action<long> log, int threads, TimeSpan duration, Action<TimeSpan> report)
    {
        Production production = new([.. Enumerable.Range(0, threads).Select(_ => new Producer(log))]);
        production.Run(duration, report);
        return production;
    }

    public CallTimeHistogram CallTimes()
    {
        CallTimeHistogram merged = new();
        foreach (Producer producer in _producers)
        {
            merged.Add(producer.CallTimes);
        }

        return merged;
    }

    private void Run(TimeSpan duration, Action<TimeSpan> report)
    {
        using CountdownEvent ready = new(_producers.Length);
        using ManualResetEventSlim gate = new();
        long deadline = 0;
        Thread[] threads = Threads.Start(_producers.Length, index =>
        {
            ready.Signal();
            gate.Wait();
            _producers[index].Run(deadline);
        });
        ready.Wait();
        GcCounters before = GcCounters.Now();
        Started = Stopwatch.GetTimestamp();
        deadline = Started + (long)(duration.TotalSeconds * Stopwatch.Frequency);
        gate.Set();

        foreach (Thread thread in threads)
        {
            while (!thread.Join(_reportInterval))
            {
                report(Stopwatch.GetElapsedTime(Started));
            }
        }

        Gc = GcCounters.Now().Since(before);
    }
}

/// <summary>The article's loop, run by one thread.</summary>
internal sealed class Producer
{
    // Odd, so that the calls that are timed meet every place in a buffer.
    private const int GroupSize = 17;

    private readonly Action<long> _log;

    public Producer(Action<long> log) => _log = log;

    public long Calls { get; private set; }

    /// <summary>When the last call returned, as a <see cref="Stopwatch" /> timestamp.</summary>
    public long Finished { get; private set; }

    public CallTimeHistogram CallTimes { get; } = new();

    public void Run(long deadline)
    {
        // One call of each group is timed by itself, for the percentiles; the others together, so that the longest call is known, if only
        // to within the time of its group: it lasts milliseconds, the group some microseconds. A reading of the clock before each call
        // would cost as much as a quarter of a fast call.
        long counter = 0;
        long before = Stopwatch.GetTimestamp();
        do
        {
            _log(++counter);
            long after = Stopwatch.GetTimestamp();
            CallTimes.Record(after - before);
            for (int i = 1; i < GroupSize; i++)
            {
                _log(++counter);
            }

            before = Stopwatch.GetTimestamp();
            CallTimes.RecordMax(before - after);
        }
        while (before < deadline);

        Calls = counter;
        Finished = before;
    }
}

/// <summary>What the process has allocated and collected: at a moment, or between two.</summary>
internal readonly record struct GcCounters(long AllocatedBytes, int Gen0, int Gen1, int Gen2)
{
    public static GcCounters Now() => new(
        GC.GetTotalAllocatedBytes(precise: true),
        GC.CollectionCount(0),
        GC.CollectionCount(1),
        GC.CollectionCount(2));

    public GcCounters Since(GcCounters start) =>
        new(AllocatedBytes - start.AllocatedBytes, Gen0 - start.Gen0, Gen1 - start.Gen1, Gen2 - start.Gen2);
}
