using System.CommandLine;
using Benchmarker.Reporting;

namespace Benchmarker.Throughput;

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

/// <summary>
/// The hidden command with which the program starts itself for one step of a benchmark: how it is spelt, and what it does.
/// </summary>
internal static class MeasureCommand
{
    private const string Name = "measure";
    private const string Folder = "--folder";

    public static Command Create()
    {
        Option<IReadOnlyList<Scenario>?> scenarios = OptionSet.Scenarios(ScenarioCatalog.All);
        Option<double> seconds = OptionSet.Seconds();
        Option<int> threads = OptionSet.Threads();
        Option<string> folder = new(Folder) { Required = true };
        Command command = new(Name, "Measures one scenario in this process.") { scenarios, seconds, threads, folder };
        command.Hidden = true;
        command.SetAction(parsed =>
        {
            ScenarioMeasurement measurement = new(
                parsed.GetRequiredValue(scenarios)!.Single(),
                TimeSpan.FromSeconds(parsed.GetValue(seconds)),
                parsed.GetValue(threads),
                parsed.GetRequiredValue(folder),
                progress => new ChildMessage<Measurement>(progress, Result: null).WriteTo(Console.Out));
            new ChildMessage<Measurement>(Progress: null, measurement.Run()).WriteTo(Console.Out);
            return ExitCode.Success;
        });
        return command;
    }

    public static IEnumerable<string> Arguments(BenchmarkStep step, double seconds, string folder) =>
        [Name, "--scenarios", step.Scenario.Name, "--seconds", $"{seconds:R}", "--threads", $"{step.Threads}", Folder, folder];
}
