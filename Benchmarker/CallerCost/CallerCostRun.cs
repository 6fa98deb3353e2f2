using System.Diagnostics;
using Benchmarker.Running;

namespace Benchmarker.CallerCost;

/// <summary>Bursts of calls of the two kinds, in turns, with pauses in which the worker finishes: what is compared meets the same machine.</summary>
internal sealed class CallerCostRun(Action<long> none, Action<long> async)
{
    /// <summary>A batch, so that each burst has its share of waking the worker.</summary>
    public const int Burst = 512;

    private static readonly TimeSpan _pause = TimeSpan.FromMilliseconds(0.5);

    private long _bytes;
    private long _counter;

    public CallerCost Measure(int rounds)
    {
        double[] ofNone = new double[rounds];
        double[] ofAsync = new double[rounds];
        long bytesOfNone = 0;
        long bytesOfAsync = 0;
        for (int round = 0; round < rounds; round++)
        {
            ofNone[round] = Time(none);
            bytesOfNone += _bytes;
            ofAsync[round] = Time(async);
            bytesOfAsync += _bytes;
            Pause();
        }

        double calls = (double)rounds * Burst;
        return new CallerCost(Spread.Of(ofAsync)!.Value, bytesOfAsync / calls, Spread.Of(ofNone)!.Value, bytesOfNone / calls);
    }

    private double Time(Action<long> log)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < Burst; i++)
        {
            log(++_counter);
        }

        double nanoseconds = Stopwatch.GetElapsedTime(start).TotalNanoseconds / Burst;
        _bytes = GC.GetAllocatedBytesForCurrentThread() - before;
        return nanoseconds;
    }

    /// <summary>Not a sleep: a processor that has slept begins slowly.</summary>
    private static void Pause()
    {
        long start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start) < _pause)
        {
            Thread.SpinWait(20);
        }
    }
}
