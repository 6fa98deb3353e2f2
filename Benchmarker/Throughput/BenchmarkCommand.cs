using System.CommandLine;
using Benchmarker.Reporting;

namespace Benchmarker.Throughput;

/// <summary>What the program does without a command: it measures the throughput of all scenarios and shows it.</summary>
internal static class BenchmarkCommand
{
    private const int MaxRuns = 1_000;

    public static RootCommand Create()
    {
        Option<double> seconds = OptionSet.Seconds();
        Option<IReadOnlyList<int>> threads = OptionSet.ThreadCounts();
        Option<int> runs =
            OptionSet.Number("--runs", "How often all scenarios are measured, one run after the other.", byDefault: 1, MaxRuns);
        Option<IReadOnlyList<Scenario>?> scenarios = OptionSet.Scenarios(ScenarioCatalog.Standard);
        Option<bool> peers = OptionSet.Peers();
        Option<FileInfo?> json = OptionSet.Json();
        Option<FileInfo?> report =
            OptionSet.ResultFile("--report", "Also writes the results to this file, as one page of HTML with charts.");
        RootCommand command = new(
            "Measures how many log events per second reach the files, with log4net alone and with Easy.Logger: each scenario in a "
            + "process of its own, and every line is counted. A command measures or checks something else.")
        {
            seconds, threads, runs, scenarios, peers, json, report,
        };
        command.SetAction((parsed, cancellation) => RunAsync(
            new BenchmarkOptions(
                parsed.GetValue(seconds),
                parsed.GetRequiredValue(threads),
                parsed.GetValue(runs),
                ScenarioCatalog.Chosen(parsed.GetValue(scenarios), parsed.GetValue(peers)),
                parsed.GetValue(json),
                parsed.GetValue(report)),
            cancellation));
        return command;
    }

    private static async Task<int> RunAsync(BenchmarkOptions options, CancellationToken cancellation)
    {
        IBenchmarkView view = Console.IsOutputRedirected ? new PlainView(Console.Out) : new TerminalView();
        try
        {
            BenchmarkEnvironment environment = BenchmarkEnvironment.Current(options.Scenarios.Any(ScenarioCatalog.Peers.Contains));
            IReadOnlyList<ScenarioSummary> summaries = await new BenchmarkRun(options, view).RunAsync(environment, cancellation);
            IReadOnlyList<JsonRow> rows = JsonRow.Of(summaries, options, environment);
            JsonReport.Write(options.JsonFile, rows);
            HtmlReport.Write(options.ReportFile, rows);
            return ExitCode.Of(!summaries.Any(summary => summary.Failed));
        }
        catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
        {
            await Console.Error.WriteLineAsync("Cancelled.");
            return ExitCode.Cancelled;
        }
    }
}
