using System.Diagnostics;
using log4net.Core;

namespace Benchmarker.HandOff;

/// <summary>Lets threads post the same fixed event as fast as they can to one consumer that does nothing with it.</summary>
internal static class HandOffRun
{
    /// <returns>Events per second from the first post until the consumer has taken the last.</returns>
    public static double Measure(IHandOff handOff, int threads, TimeSpan duration)
    {
        LoggingEvent loggingEvent = new(new LoggingEventData { Level = Level.Info, Message = "message" });
        long posted = 0;
        using ManualResetEventSlim gate = new();
        long taken = 0;
        Thread consumer = new(() => taken = handOff.Drain()) { IsBackground = true };
        Thread[] producers =
        [
            .. Enumerable.Range(0, threads).Select(_ => new Thread(() =>
            {
                const int callsBetweenLooks = 64;
                gate.Wait();
                long calls = 0;
                for (long start = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(start) < duration; calls += callsBetweenLooks)
                {
                    for (int i = 0; i < callsBetweenLooks; i++)
                    {
                        handOff.Post(loggingEvent);
                    }
                }

                Interlocked.Add(ref posted, calls);
            })
            { IsBackground = true }),
        ];

        consumer.Start();
        Array.ForEach(producers, producer => producer.Start());
        long started = Stopwatch.GetTimestamp();
        gate.Set();
        Array.ForEach(producers, producer => producer.Join());
        handOff.Complete();
        consumer.Join();
        TimeSpan elapsed = Stopwatch.GetElapsedTime(started);
        return posted == taken
            ? taken / elapsed.TotalSeconds
            : throw new InvalidOperationException($"{handOff.Name}: {posted:N0} events were posted but {taken:N0} came.");
    }
}
