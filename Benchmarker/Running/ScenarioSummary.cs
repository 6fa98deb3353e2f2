using Benchmarker.Measuring;
using Benchmarker.Scenarios;

namespace Benchmarker.Running;

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
