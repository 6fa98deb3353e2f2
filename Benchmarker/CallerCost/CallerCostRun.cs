using System.Diagnostics;
using Benchmarker.Running;

namespace Benchmarker.CallerCost;

/// <summary>
/// Bursts of calls of each kind, in turns, with pauses in which the worker finishes: what is compared meets the same machine.
/// </summary>
/// <param name="calls">The kinds of calls, the one to compare with first.</param>
internal sealed class CallerCostRun(IReadOnlyList<(string Name, Action<long> Log)> calls)
{
    /// <summary>A batch, so that each burst has its share of waking the worker.</summary>
    public const int Burst = 512;

    private static readonly TimeSpan _pause = TimeSpan.FromMilliseconds(0.5);

    private long _bytes;
    private long _counter;

    public IReadOnlyList<CallerCostRow> Measure(int rounds)
    {
        double[][] times = [.. calls.Select(_ => new double[rounds])];
        double[] bytes = new double[calls.Count];
        for (int round = 0; round < rounds; round++)
        {
            for (int i = 0; i < calls.Count; i++)
            {
                times[i][round] = Time(calls[i].Log);
                bytes[i] += (double)_bytes / rounds / Burst;
            }

            Pause();
        }

        double[] medians = [.. times.Select(each => Spread.Of(each)!.Value.Median)];
        return
        [
            .. calls.Select((call, i) =>
                new CallerCostRow(call.Name, medians[i], medians[i] / medians[0], bytes[i], bytes[i] - bytes[0])),
        ];
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
