using Benchmarker.Measuring;
using Benchmarker.Reporting;

namespace Benchmarker.StuckChild;

/// <summary>How long the log calls of one measurement took, and what the garbage collector did meanwhile.</summary>
internal sealed record CallTimes(long Calls, CallTimeHistogram Histogram, GcCounters Gc, TimeSpan Paused)
{
    public static string[] Headers { get; } = ["", "calls", "p50", "p99", "p99.9", "max", "bytes/call", "collections", "paused"];

    public double P99 => Histogram.PercentileNanoseconds(99);

    public double Max => Histogram.MaxNanoseconds;

    public static CallTimes Measure(Func<StuckLogger> open, int threads, TimeSpan warmUp, TimeSpan duration)
    {
        // The warm-up has a logger of its own: filling the queue, and telling of the first loss, belong to what is measured.
        using (StuckLogger first = open())
        {
            Production.Run(first.LogCounter, threads, warmUp, _ => { });
        }

        GC.Collect();
        using StuckLogger logger = open();
        TimeSpan before = GC.GetTotalPauseDuration();
        Production production = Production.Run(logger.LogCounter, threads, duration, _ => { });
        return new CallTimes(production.Calls, production.CallTimes(), production.Gc, GC.GetTotalPauseDuration() - before);
    }

    public string[] Row(string name) =>
    [
        name,
        $"{Calls:N0}",
        ResultColumns.Duration(Histogram.PercentileNanoseconds(50)),
        ResultColumns.Duration(P99),
        ResultColumns.Duration(Histogram.PercentileNanoseconds(99.9)),
        ResultColumns.Duration(Max),
        $"{(double)Gc.AllocatedBytes / Calls:N0}",
        $"{Gc.Gen0 + Gc.Gen1 + Gc.Gen2}",
        ResultColumns.Duration(Paused.TotalNanoseconds),
    ];
}
