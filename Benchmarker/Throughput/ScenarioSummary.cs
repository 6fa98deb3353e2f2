namespace Benchmarker.Throughput;

/// <summary>What all runs of one scenario with one number of threads come to.</summary>
internal sealed record ScenarioSummary
{
    public required Scenario Scenario { get; init; }
    public required int Threads { get; init; }

    /// <summary>In the order of the runs, failed ones included.</summary>
    public required IReadOnlyList<ScenarioResult> Results { get; init; }

    /// <summary>All runs in one: see <see cref="MeasurementSummary" />. <see langword="null" /> when none has a measurement.</summary>
    public required Measurement? Measurement { get; init; }

    /// <summary>Sustained events per second.</summary>
    public required Spread? Sustained { get; init; }

    /// <summary>
    /// The same as a multiple of the baseline's in the same run, with as many threads; <see langword="null" /> without a baseline.
    /// </summary>
    public required Spread? RatioToBaseline { get; init; }

    public bool Failed => Results.Any(result => result.Problems.Count > 0);

    /// <summary>By number of threads, and the scenarios of each in the order in which they ran.</summary>
    public static IReadOnlyList<ScenarioSummary> Of(IReadOnlyList<ScenarioResult> results) =>
    [
        .. results
            .GroupBy(result => (result.Step.Threads, result.Step.Scenario))
            .OrderBy(group => group.Key.Threads)
            .Select(group => Of([.. group], results)),
    ];

    private static ScenarioSummary Of(List<ScenarioResult> runs, IReadOnlyList<ScenarioResult> all)
    {
        Measurement[] measurements = [.. runs.Select(run => run.Measurement).OfType<Measurement>()];
        return new ScenarioSummary
        {
            Scenario = runs[0].Step.Scenario,
            Threads = runs[0].Step.Threads,
            Results = runs,
            Measurement = measurements.Length == 0 ? null : MeasurementSummary.Of(measurements),
            Sustained = Spread.Of(measurements.Select(measurement => measurement.SustainedPerSecond)),
            RatioToBaseline = Spread.Of(runs.Select(run => Ratio(run, all)).OfType<double>()),
        };
    }

    /// <summary>Sustained events as a multiple of another scenario's with as many threads, run by run.</summary>
    public Spread? RatioTo(ScenarioSummary other) => Spread.Of(Results
        .Select(run => run.Measurement?.SustainedPerSecond
            / other.Results.FirstOrDefault(each => each.Step.Run == run.Step.Run)?.Measurement?.SustainedPerSecond)
        .OfType<double>());

    private static double? Ratio(ScenarioResult run, IReadOnlyList<ScenarioResult> all)
    {
        ScenarioResult? baseline = all.FirstOrDefault(
            other => other.Step.Scenario == ScenarioCatalog.Baseline && other.Step.Threads == run.Step.Threads
                && other.Step.Run == run.Step.Run);
        return run.Measurement?.SustainedPerSecond / baseline?.Measurement?.SustainedPerSecond;
    }
}

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

/// <summary>One step's measurement and the verdict on it.</summary>
internal sealed record ScenarioResult
{
    public required BenchmarkStep Step { get; init; }

    /// <summary><see langword="null" /> when its process failed before it had one.</summary>
    public required Measurement? Measurement { get; init; }

    /// <summary>Why the run counts as failed. Empty when all is well.</summary>
    public required IReadOnlyList<string> Problems { get; init; }

    /// <summary>What the process wrote beside its result; worth reading, not by itself a failure.</summary>
    public required IReadOnlyList<string> Output { get; init; }
}

/// <summary>The middle of several values and how far they lie apart.</summary>
internal readonly record struct Spread(double Median, double Least, double Most)
{
    /// <summary><see langword="null" /> when there are no values.</summary>
    public static Spread? Of(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted.Length == 0 ? null : new Spread(MedianOf(sorted), sorted[0], sorted[^1]);
    }

    private static double MedianOf(double[] sorted) => (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
}
