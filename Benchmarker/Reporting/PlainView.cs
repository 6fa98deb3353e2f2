using Benchmarker.Children;
using Benchmarker.CommandLine;
using Benchmarker.Running;
using Benchmarker.Scenarios;

namespace Benchmarker.Reporting;

/// <summary>For files and pipes: text in columns, one line per event of the run, no escape sequences.</summary>
internal sealed class PlainView(TextWriter output) : IBenchmarkView
{
    public void ShowEnvironment(BenchmarkEnvironment environment, BenchmarkOptions options)
    {
        output.WriteLine(Sentences.Title(options));
        output.WriteLine();
        TextColumns.Write(output, environment.Rows);
        output.WriteLine();
        TextColumns.Write(output, [.. options.Scenarios.Select(scenario => new[] { scenario.Name, Sentences.GcMode(scenario), scenario.Description })]);
        output.WriteLine();
        output.Flush();
    }

    public async Task<ScenarioResult> FollowAsync(Scenario scenario, Func<Action<ChildProgress>, Task<ScenarioResult>> run)
    {
        await output.WriteLineAsync($"{scenario.Name} started");
        await output.FlushAsync();
        ScenarioResult result = await run(_ => { });
        await output.WriteLineAsync($"{scenario.Name} ended: {Sentences.Outcome(result)}");
        await output.FlushAsync();
        return result;
    }

    public void ShowResults(IReadOnlyList<ScenarioResult> results)
    {
        ResultColumn[] columns = [ResultColumns.Scenario, .. ResultColumns.Throughput, .. ResultColumns.Latency, .. ResultColumns.Memory];
        output.WriteLine();
        TextColumns.Write(
            output,
            [
                [.. columns.Select(column => column.Header)],
                .. results.Select(result => columns.Select(column => column.Text(result)).ToArray()),
            ],
            numbers: true);
        output.WriteLine();
        output.WriteLine(Sentences.Explanation);
        foreach (ScenarioResult result in results)
        {
            foreach (string remark in Sentences.Remarks(result))
            {
                output.WriteLine($"{result.Scenario.Name}: {remark}");
            }
        }

        output.Flush();
    }
}
