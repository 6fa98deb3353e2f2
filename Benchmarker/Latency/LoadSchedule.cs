namespace Benchmarker.Latency;

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
