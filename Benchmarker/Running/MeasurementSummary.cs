using Benchmarker.Measuring;

namespace Benchmarker.Running;

/// <summary>
/// Several measurements as one: counts are added up, rates and durations are medians, the longest call is the longest of all.
/// </summary>
internal static class MeasurementSummary
{
    public static Measurement Of(IReadOnlyList<Measurement> runs) => runs.Count == 1 ? runs[0] : new Measurement
    {
        ServerGc = runs[0].ServerGc,
        Accepted = runs.Sum(run => run.Accepted),
        AcceptedPerSecond = Median(runs, run => run.AcceptedPerSecond),
        SustainedPerSecond = Median(runs, run => run.SustainedPerSecond),
        NsPerCall = Median(runs, run => run.NsPerCall),
        P50Ns = Median(runs, run => run.P50Ns),
        P99Ns = Median(runs, run => run.P99Ns),
        P999Ns = Median(runs, run => run.P999Ns),
        MaxNs = runs.Max(run => run.MaxNs),
        BytesPerEvent = Median(runs, run => run.BytesPerEvent),
        Gen0 = runs.Sum(run => run.Gen0),
        Gen1 = runs.Sum(run => run.Gen1),
        Gen2 = runs.Sum(run => run.Gen2),
        Lines = runs.Sum(run => run.Lines),
        Discrepancies = [.. runs.SelectMany(run => run.Discrepancies)],
    };

    private static double Median(IReadOnlyList<Measurement> runs, Func<Measurement, double> select) =>
        Spread.Of(runs.Select(select))!.Value.Median;
}
