using System.Diagnostics;
using System.Numerics;

namespace Benchmarker.Throughput;

/// <summary>
/// Counts durations in buckets whose width grows with the duration, so that every percentile is known to within 1 % in fixed memory.
/// Not thread-safe: one per thread, merged afterwards.
/// </summary>
/// <remarks>Durations are ticks of <see cref="Stopwatch" /> until they are read: recording one costs a few nanoseconds and allocates
/// nothing.</remarks>
internal sealed class CallTimeHistogram
{
    // Each power of two is divided into 128 buckets; below 256 ticks a bucket is a single tick wide.
    private const int StepBits = 7;
    private const int Steps = 1 << StepBits;
    private static readonly double _nanosecondsPerTick = 1e9 / Stopwatch.Frequency;

    private readonly long[] _counts = new long[(64 - StepBits) * Steps];
    private long _total;
    private long _max;

    public double MaxNanoseconds => _max * _nanosecondsPerTick;

    public void Record(long ticks)
    {
        // A clock that steps back between cores must not end a run.
        long duration = Math.Max(ticks, 0);
        _counts[BucketOf(duration)]++;
        _total++;
        _max = Math.Max(_max, duration);
    }

    /// <summary>Takes note of the time that several calls took together: the longest of them took no longer.</summary>
    public void RecordMax(long ticks) => _max = Math.Max(_max, ticks);

    public void Add(CallTimeHistogram other)
    {
        for (int bucket = 0; bucket < _counts.Length; bucket++)
        {
            _counts[bucket] += other._counts[bucket];
        }

        _total += other._total;
        _max = Math.Max(_max, other._max);
    }

    /// <summary>The duration that this share of all calls did not exceed; the upper edge of its bucket, so never too good.</summary>
    public double PercentileNanoseconds(double percent)
    {
        long rank = Math.Max(1, (long)Math.Ceiling(_total * percent / 100));
        long seen = 0;
        for (int bucket = 0; bucket < _counts.Length; bucket++)
        {
            seen += _counts[bucket];
            if (seen >= rank)
            {
                return Math.Min(LastOf(bucket), _max) * _nanosecondsPerTick;
            }
        }

        return 0;
    }

    private static int BucketOf(long duration)
    {
        int shift = Math.Max(0, BitOperations.Log2((ulong)duration) - StepBits);
        return (shift << StepBits) + (int)(duration >> shift);
    }

    private static long LastOf(int bucket)
    {
        int shift = Math.Max(0, (bucket >> StepBits) - 1);
        long first = bucket - ((long)shift << StepBits);
        return ((first + 1) << shift) - 1;
    }
}
