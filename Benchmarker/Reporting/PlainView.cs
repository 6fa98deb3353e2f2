using Benchmarker.Throughput;

namespace Benchmarker.Reporting;

/// <summary>For files and pipes: text in columns, one line per event of the run, no escape sequences.</summary>
internal sealed class PlainView(TextWriter output) : IBenchmarkView
{
    private static readonly ResultColumn[] _columns =
        [ResultColumns.Scenario, .. ResultColumns.Throughput, .. ResultColumns.Latency, .. ResultColumns.Memory];

    public void ShowEnvironment(BenchmarkEnvironment environment, BenchmarkOptions options)
    {
        output.WriteLine(Sentences.Title(options));
        output.WriteLine();
        TextColumns.Write(output, environment.Rows);
        output.WriteLine();
        TextColumns.Write(
            output, [.. options.Scenarios.Select(scenario => new[] { scenario.Name, Sentences.GcMode(scenario), scenario.Description })]);
        output.WriteLine();
        output.Flush();
    }

    public async Task<ScenarioResult> FollowAsync(BenchmarkStep step, Func<Action<ChildProgress>, Task<ScenarioResult>> run)
    {
        await output.WriteLineAsync($"{step.Label} started");
        await output.FlushAsync();
        ScenarioResult result = await run(_ => { });
        await output.WriteLineAsync($"{step.Label} ended: {Sentences.Outcome(result)}");
        await output.FlushAsync();
        return result;
    }

    public void ShowResults(IReadOnlyList<ScenarioSummary> summaries)
    {
        output.WriteLine();
        foreach (IGrouping<int, ScenarioSummary> group in summaries.GroupBy(summary => summary.Threads))
        {
            if (group.Count() < summaries.Count)
            {
                output.WriteLine(Sentences.Threads(group.Key));
            }

            string[] headers = [.. _columns.Select(column => column.Header)];
            TextColumns.Write(
                output, [headers, .. group.Select(summary => _columns.Select(column => column.Text(summary)).ToArray())], numbers: true);
            output.WriteLine();
        }

        foreach (string explanation in Sentences.Explanations(summaries))
        {
            output.WriteLine(explanation);
        }

        foreach (ScenarioResult result in summaries.SelectMany(summary => summary.Results))
        {
            foreach (string remark in Sentences.Remarks(result))
            {
                output.WriteLine($"{result.Step.Label}: {remark}");
            }
        }

        output.Flush();
    }
}

/// <summary>Shows a run to whoever reads the output: a person at a terminal, or a file.</summary>
internal interface IBenchmarkView
{
    void ShowEnvironment(BenchmarkEnvironment environment, BenchmarkOptions options);

    /// <summary>Shows how a step gets on and how it ended.</summary>
    Task<ScenarioResult> FollowAsync(BenchmarkStep step, Func<Action<ChildProgress>, Task<ScenarioResult>> run);

    void ShowResults(IReadOnlyList<ScenarioSummary> summaries);
}
