using System.Diagnostics;

namespace Benchmarker.Measuring;

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
