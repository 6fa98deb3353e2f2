using Benchmarker.Reporting;

namespace Benchmarker.Throughput;

/// <summary>In which order a benchmark's processes run.</summary>
internal static class BenchmarkPlan
{
    /// <remarks>Runs outside, scenarios inside: what else a machine does in these minutes meets all scenarios, and the baseline is never
    /// far away.</remarks>
    public static IEnumerable<BenchmarkStep> Steps(BenchmarkOptions options) =>
        from run in Enumerable.Range(1, options.Runs)
        from threads in options.ThreadCounts
        from scenario in options.Scenarios
        select new BenchmarkStep(scenario, threads, run, Label(options, scenario, threads, run));

    private static string Label(BenchmarkOptions options, Scenario scenario, int threads, int run)
    {
        string label = scenario.Name;
        if (options.ThreadCounts.Count > 1)
        {
            label += $", {Sentences.Threads(threads)}";
        }

        return options.Runs > 1 ? $"{label}, run {run}" : label;
    }
}

/// <summary>What the user asked for.</summary>
internal sealed record BenchmarkOptions(
    double Seconds,
    IReadOnlyList<int> ThreadCounts,
    int Runs,
    IReadOnlyList<Scenario> Scenarios,
    FileInfo? JsonFile = null,
    FileInfo? ReportFile = null);

/// <summary>One process of a benchmark.</summary>
internal sealed record BenchmarkStep(Scenario Scenario, int Threads, int Run, string Label);
