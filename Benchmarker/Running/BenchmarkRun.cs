using Benchmarker.Children;
using Benchmarker.CommandLine;
using Benchmarker.Measuring;
using Benchmarker.Reporting;
using Benchmarker.Scenarios;

namespace Benchmarker.Running;

/// <summary>Runs the chosen scenarios one after the other and judges what they found.</summary>
internal sealed class BenchmarkRun(BenchmarkOptions options, IBenchmarkView view)
{
    public async Task<IReadOnlyList<ScenarioResult>> RunAsync(CancellationToken cancellation)
    {
        view.ShowEnvironment(BenchmarkEnvironment.Current(), options);

        List<ScenarioResult> results = [];
        foreach (Scenario scenario in options.Scenarios)
        {
            results.Add(await view.FollowAsync(scenario, progress => RunAsync(scenario, progress, cancellation)));
        }

        results = Compare(results);
        view.ShowResults(results);
        return results;
    }

    private async Task<ScenarioResult> RunAsync(Scenario scenario, Action<ChildProgress> progress, CancellationToken cancellation)
    {
        ChildReport report = await new ScenarioProcess(scenario, options, progress).RunAsync(cancellation);
        return new ScenarioResult
        {
            Scenario = scenario,
            Measurement = report.Measurement,
            Problems = [.. Problems(report)],
            Output = report.Output,
        };
    }

    private static IEnumerable<string> Problems(ChildReport report)
    {
        IEnumerable<string> discrepancies = report.Measurement?.Discrepancies ?? [];
        return report.Failure is null ? discrepancies : discrepancies.Prepend($"The scenario failed: {report.Failure}.");
    }

    private static List<ScenarioResult> Compare(List<ScenarioResult> results)
    {
        Measurement? baseline = results.Find(result => result.Scenario == ScenarioCatalog.Baseline)?.Measurement;
        return [.. results.Select(result => result with { RatioToBaseline = result.Measurement?.SustainedPerSecond / baseline?.SustainedPerSecond })];
    }
}
