using Benchmarker.Children;
using Benchmarker.CommandLine;
using Benchmarker.Running;

namespace Benchmarker.Reporting;

/// <summary>Shows a run to whoever reads the output: a person at a terminal, or a file.</summary>
internal interface IBenchmarkView
{
    void ShowEnvironment(BenchmarkEnvironment environment, BenchmarkOptions options);

    /// <summary>Shows how a step gets on and how it ended.</summary>
    Task<ScenarioResult> FollowAsync(BenchmarkStep step, Func<Action<ChildProgress>, Task<ScenarioResult>> run);

    void ShowResults(IReadOnlyList<ScenarioSummary> summaries);
}
