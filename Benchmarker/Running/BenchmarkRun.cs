using Benchmarker.Children;
using Benchmarker.CommandLine;
using Benchmarker.Measuring;
using Benchmarker.Reporting;

namespace Benchmarker.Running;

/// <summary>Runs the steps of a benchmark one after the other and judges what they found.</summary>
internal sealed class BenchmarkRun(BenchmarkOptions options, IBenchmarkView view)
{
    public async Task<IReadOnlyList<ScenarioSummary>> RunAsync(BenchmarkEnvironment environment, CancellationToken cancellation)
    {
        view.ShowEnvironment(environment, options);

        List<ScenarioResult> results = [];
        foreach (BenchmarkStep step in BenchmarkPlan.Steps(options))
        {
            results.Add(await view.FollowAsync(step, progress => RunAsync(step, progress, cancellation)));
        }

        IReadOnlyList<ScenarioSummary> summaries = ScenarioSummary.Of(results);
        view.ShowResults(summaries);
        return summaries;
    }

    private async Task<ScenarioResult> RunAsync(BenchmarkStep step, Action<ChildProgress> progress, CancellationToken cancellation)
    {
        ChildProcess<Measurement> process = new(
            folder => MeasureCommand.Arguments(step, options.Seconds, folder),
            step.Scenario.ServerGc,
            TimeSpan.FromSeconds(options.Seconds),
            progress);
        ChildReport<Measurement> report = await process.RunAsync(cancellation);
        return new ScenarioResult
        {
            Step = step,
            Measurement = report.Result,
            Problems = [.. Problems(report)],
            Output = report.Output,
        };
    }

    private static IEnumerable<string> Problems(ChildReport<Measurement> report)
    {
        IEnumerable<string> discrepancies = report.Result?.Discrepancies ?? [];
        return report.Failure is null ? discrepancies : discrepancies.Prepend($"The scenario failed: {report.Failure}.");
    }
}
