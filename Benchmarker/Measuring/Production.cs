using System.Diagnostics;

namespace Benchmarker.Measuring;

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

    /// <param name="log">One log call, given the number of the call.</param>
    /// <param name="threads">How many of them there are.</param>
    /// <param name="duration">How long they log.</param>
    /// <param name="report">Told every now and then how much of the time has passed.</param>
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
        Thread[] threads =
        [
            .. _producers.Select(producer => new Thread(() =>
            {
                ready.Signal();
                gate.Wait();
                producer.Run(deadline);
            })
            { IsBackground = true }),
        ];

        foreach (Thread thread in threads)
        {
            thread.Start();
        }

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
