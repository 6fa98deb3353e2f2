using Benchmarker.Throughput;

namespace Benchmarker.Reporting;

/// <summary>What the views say in words.</summary>
internal static class Sentences
{
    public const string Explanation =
        "sustained/s counts the time until everything is written and closed; ratio compares it with direct in this run.";

    public const string ExplanationOfRuns =
        "With several runs: counts are sums, the longest call is the longest of all, all else are medians, with the least and the most in "
            + "parentheses; "
        + "ratios are taken run by run.";

    public static string Title(BenchmarkOptions options)
    {
        string title = $"{options.Seconds:0.###} s per scenario after a warm-up, {Threads(options.ThreadCounts)} logging \"Counter is: N\"";
        return options.Runs == 1 ? title : $"{title}, {options.Runs} runs";
    }

    public static string Threads(params IReadOnlyList<int> counts) => counts.Count switch
    {
        1 when counts[0] == 1 => "1 thread",
        1 => $"{counts[0]} threads",
        _ => $"{string.Join(", ", counts.SkipLast(1))} and {counts[^1]} threads",
    };

    public static string GcMode(bool server) => server ? "server GC" : "workstation GC";

    public static string GcMode(Scenario scenario) => GcMode(scenario.ServerGc);

    public static IEnumerable<string> Explanations(IReadOnlyList<ScenarioSummary> summaries) =>
    [
        Explanation,
        .. summaries.Any(summary => summary.Results.Count > 1) ? [ExplanationOfRuns] : Array.Empty<string>(),
        .. summaries.Where(summary => summary.Scenario.Name == "async").Select(async => PeerRatios(async, summaries)).OfType<string>(),
    ];

    /// <summary>How async compares with each of the other libraries; <see langword="null" /> without any.</summary>
    private static string? PeerRatios(ScenarioSummary async, IReadOnlyList<ScenarioSummary> summaries)
    {
        string[] ratios =
        [
            .. summaries.Where(other => other.Threads == async.Threads && ScenarioCatalog.Peers.Contains(other.Scenario))
                .Select(peer => $"{peer.Scenario.Name} {ResultColumns.Text(async.RatioTo(peer), ResultColumns.Ratio)}"),
        ];
        return ratios.Length == 0 ? null : $"async as a multiple of its peers with {Threads(async.Threads)}: {string.Join(", ", ratios)}.";
    }

    public static string Outcome(ScenarioResult result)
    {
        string numbers = result.Measurement is { } measurement
            ? $"{measurement.Accepted:N0} accepted, {measurement.SustainedPerSecond:N0}/s sustained, {measurement.Lost:N0} lost"
            : "no result";
        return result.Problems.Count == 0 ? numbers : $"{numbers}, FAILED";
    }

    /// <summary>What a reader must know about the numbers of a scenario, problems first.</summary>
    public static IEnumerable<string> Remarks(ScenarioResult result)
    {
        foreach (string problem in result.Problems)
        {
            yield return problem;
        }

        if (result.Measurement is { } measurement && measurement.ServerGc != result.Step.Scenario.ServerGc)
        {
            yield return $"It ran with {GcMode(measurement.ServerGc)}: the runtime did not follow the request (a single core, or its "
                + "settings).";
        }

        if (result.Output.Count > 0)
        {
            yield return "Its process wrote:";
            foreach (string line in result.Output)
            {
                yield return "  " + line;
            }
        }
    }
}
