using System.Diagnostics;
using Benchmarker.Stress;
using Easy.Logger;
using Easy.Logger.Diagnostics;

namespace Benchmarker.Storm;

/// <summary>Lets very many threads log into two forwarders over rolling files, then reads every line.</summary>
internal sealed class StormRun(int threads, TimeSpan duration, double perSecond, string folder)
{
    private static readonly TimeSpan _sampleInterval = TimeSpan.FromSeconds(1);

    // Every log call has a limit far below it, and so has the loop around it.
    private static readonly TimeSpan _patience = TimeSpan.FromMinutes(2);

    public StormResult Run()
    {
        StormFiles files = new(folder);
        StormProducer[] producers = [.. Enumerable.Range(0, threads).Select(id => new StormProducer(id, files.Log, perSecond / threads))];
        MemorySamples memory = new();
        int stuck = Produce(producers, memory);
        TimeSpan closing = TimeSpan.Zero;
        List<string> faults = [];
        if (stuck > 0)
        {
            faults.Add($"{stuck} of {threads} threads did not come back from a log call");
        }
        else
        {
            long start = Stopwatch.GetTimestamp();
            files.Close();
            closing = Stopwatch.GetElapsedTime(start);
            faults.AddRange(files.Forwarders.SelectMany(forwarder => Faults(forwarder, files.Read(forwarder), Calls(producers))));
        }

        return new StormResult
        {
            Calls = Calls(producers),
            Counters = [.. files.Forwarders.Select(forwarder => forwarder.Statistics)],
            LongestCall = TimeSpan.FromSeconds((double)producers.Max(producer => producer.LongestCall) / Stopwatch.Frequency),
            Closing = closing,
            Bytes = files.Bytes,
            Memory = memory,
            Faults = faults,
        };
    }

    /// <returns>How many threads are still in a call when all should long be back.</returns>
    private int Produce(StormProducer[] producers, MemorySamples memory)
    {
        using ManualResetEventSlim gate = new();
        long start = 0;
        Thread[] all =
        [
            .. producers.Select(producer => new Thread(() =>
            {
                gate.Wait();
                producer.Run(start, duration);
            })
            { IsBackground = true }),
        ];
        Array.ForEach(all, thread => thread.Start());
        start = Stopwatch.GetTimestamp();
        gate.Set();
        while (Stopwatch.GetElapsedTime(start) < duration + _patience)
        {
            if (Array.Find(all, thread => thread.IsAlive) is not { } living)
            {
                return 0;
            }

            if (!living.Join(_sampleInterval) && Stopwatch.GetElapsedTime(start) < duration)
            {
                memory.Take();
            }
        }

        return all.Count(thread => thread.IsAlive);
    }

    private static long Calls(StormProducer[] producers) => producers.Sum(producer => producer.Calls);

    private static IEnumerable<string> Faults(AsyncBufferingForwardingAppender forwarder, Arrivals lines, long calls)
    {
        BufferStatistics counters = forwarder.Statistics;
        if (ForwarderLife.Imbalance(counters) is string imbalance)
        {
            yield return imbalance;
        }

        if (counters.Accepted != calls || lines.Count != counters.Forwarded || lines.Count + counters.Dropped != calls)
        {
            yield return $"{forwarder.Name}: {calls:N0} calls, {counters.Accepted:N0} accepted, {counters.Forwarded:N0} forwarded, "
                + $"{counters.Dropped:N0} dropped, "
                + $"{lines.Count:N0} lines";
        }

        foreach (string fault in lines.Faults)
        {
            yield return $"{forwarder.Name}: thread {fault}";
        }
    }
}
