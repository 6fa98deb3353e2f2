using Benchmarker.Children;
using Benchmarker.CommandLine;
using Benchmarker.Running;
using Benchmarker.Scenarios;

namespace Benchmarker.Reporting;

/// <summary>Shows a run to whoever reads the output: a person at a terminal, or a file.</summary>
internal interface IBenchmarkView
{
    void ShowEnvironment(BenchmarkEnvironment environment, BenchmarkOptions options);

    /// <summary>Shows how a scenario gets on and how it ended.</summary>
    Task<ScenarioResult> FollowAsync(Scenario scenario, Func<Action<ChildProgress>, Task<ScenarioResult>> run);

    void ShowResults(IReadOnlyList<ScenarioResult> results);
}
