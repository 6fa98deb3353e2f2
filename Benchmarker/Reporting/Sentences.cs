using Benchmarker.CommandLine;
using Benchmarker.Running;
using Benchmarker.Scenarios;

namespace Benchmarker.Reporting;

/// <summary>What both views say in words.</summary>
internal static class Sentences
{
    public const string Explanation =
        "sustained/s counts the time until everything is written and closed; ratio compares it with direct in this run.";

    public static string Title(BenchmarkOptions options) =>
        $"{options.Seconds:0.###} s per scenario after a warm-up, {options.Threads} {(options.Threads == 1 ? "thread" : "threads")} logging \"Counter is: N\"";

    public static string GcMode(bool server) => server ? "server GC" : "workstation GC";

    public static string GcMode(Scenario scenario) => GcMode(scenario.ServerGc);

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

        if (result.Measurement is { } measurement && measurement.ServerGc != result.Scenario.ServerGc)
        {
            yield return $"It ran with {GcMode(measurement.ServerGc)}: the runtime did not follow the request (a single core, or its settings).";
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
