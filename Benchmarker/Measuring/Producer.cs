using System.Diagnostics;

namespace Benchmarker.Measuring;

/// <summary>The article's loop, run by one thread.</summary>
internal sealed class Producer
{
    private readonly Action<long> _log;

    public Producer(Action<long> log) => _log = log;

    public long Calls { get; private set; }

    /// <summary>When the last call returned, as a <see cref="Stopwatch" /> timestamp.</summary>
    public long Finished { get; private set; }

    public CallTimeHistogram CallTimes { get; } = new();

    public void Run(long deadline)
    {
        // The article's loop reads the clock before each call to see whether the time is up. That one reading is also the end of the call before,
        // so every call is timed, no blocked one is missed, and nothing is added to the work but the histogram. A call's time thus includes
        // one reading of the clock and one record, some 25 ns together.
        long counter = 0;
        long before = Stopwatch.GetTimestamp();
        do
        {
            counter++;
            _log(counter);
            long after = Stopwatch.GetTimestamp();
            CallTimes.Record(after - before);
            before = after;
        }
        while (before < deadline);

        Calls = counter;
        Finished = before;
    }
}
