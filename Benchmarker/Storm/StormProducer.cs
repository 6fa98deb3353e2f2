using System.Diagnostics;
using log4net;

namespace Benchmarker.Storm;

/// <summary>
/// One of many threads that logs in bursts, as request threads do: so many calls at once, then silence until the next tenth of a second.
/// </summary>
internal sealed class StormProducer(int id, ILog log, double perSecond)
{
    private static readonly TimeSpan _interval = TimeSpan.FromMilliseconds(100);

    public long Calls { get; private set; }

    /// <summary>The longest call, in ticks of <see cref="Stopwatch" />.</summary>
    public long LongestCall { get; private set; }

    public void Run(long start, TimeSpan duration)
    {
        // Spread over the interval, so that the whole is a steady stream of bursts.
        TimeSpan next = _interval * (id % 97 / 97.0);
        while (next < duration)
        {
            TimeSpan wait = next - Stopwatch.GetElapsedTime(start);
            if (wait > TimeSpan.Zero)
            {
                Thread.Sleep(wait);
            }

            // What a late thread missed is not made up for: the rate is a limit.
            next = (wait < -_interval ? Stopwatch.GetElapsedTime(start) : next) + _interval;
            LogBurst(perSecond * _interval.TotalSeconds);
        }
    }

    private void LogBurst(double size)
    {
        for (int i = 0; i < size; i++)
        {
            long before = Stopwatch.GetTimestamp();
            log.InfoFormat("{0} {1}", id, ++Calls);
            LongestCall = Math.Max(LongestCall, Stopwatch.GetTimestamp() - before);
        }
    }
}
