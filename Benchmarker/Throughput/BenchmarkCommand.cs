using System.CommandLine;
using System.CommandLine.Help;
using Benchmarker.Micro;
using Benchmarker.Reporting;
using Benchmarker.Soak;
using Benchmarker.Soak.Compare;
using Benchmarker.Soak.Hostile;
using Benchmarker.Soak.Kills;
using Benchmarker.Watch;

namespace Benchmarker.Throughput;

/// <summary>The command line: what a user may type, and what becomes of a mistake in it.</summary>
internal static class BenchmarkCommand
{
    private const int MaxRuns = 1_000;

    // On Ctrl+C a child has to be ended and some hundred megabytes of log files deleted.
    private static readonly TimeSpan _cleanUpTime = TimeSpan.FromSeconds(20);

    public static async Task<int> InvokeAsync(string[] args)
    {
        ParseResult parsed = Create().Parse(args);

        // The library would print every error, then the whole help, and return 1.
        if (parsed.Errors.Count > 0 && parsed.Action is not HelpAction)
        {
            return BadInput(parsed.Errors[0].Message);
        }

        return await parsed.InvokeAsync(new InvocationConfiguration { ProcessTerminationTimeout = _cleanUpTime });
    }

    private static RootCommand Create()
    {
        Option<double> seconds = OptionSet.Seconds();
        Option<IReadOnlyList<int>> threads = OptionSet.ThreadCounts();
        Option<int> runs = OptionSet.Number(
            "--runs", "How often everything is repeated, one run of all scenarios after the other.", byDefault: 1, MaxRuns);
        Option<IReadOnlyList<Scenario>?> scenarios = OptionSet.Scenarios(ScenarioCatalog.Standard);
        Option<bool> peers = OptionSet.Peers();
        Option<FileInfo?> json = new("--json") { Description = "Also write the results to this file, as JSON.", HelpName = "FILE" };
        Option<FileInfo?> report =
            new("--report") { Description = "Also write the results to this file, as one page of HTML with charts.", HelpName = "FILE" };

        RootCommand command =
            new("Measures how many log events per second reach the files, with log4net alone and with Easy.Logger in front of it.")
        {
            seconds,
            threads,
            runs,
            scenarios,
            peers,
            json,
            report,
            LatencyCommand.Create(),
            CallerCostCommand.Create(),
            DrainCommand.Create(),
            HandOffCommand.Create(),
            StuckChildCommand.Create(),
            StormCommand.Create(),
            StressCommand.Create(),
            HostileCommand.Create(),
            KillsCommand.Create(),
            LokiFaultsCommand.Create(),
            LokiCostCommand.Create(),
            JournalCommand.Create(),
            CompareCommand.Create(),
            WatchCommand.Create(),
            EventSourceCommand.Create(),
            DogStatsdCommand.Create(),
            ProviderCommand.Create(),
            MicroCommand.Create(),
            ReadmeCommand.Create(),
            MeasureCommand.Create(),
            MeasureLatencyCommand.Create(),
            HostileChildCommand.Create(),
            KillsCommand.CreateChild(),
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
        // Told now: after the run the results would be lost.
        foreach ((string option, FileInfo? file) in new[] { ("--json", options.JsonFile), ("--report", options.ReportFile) })
        {
            if (file is not null && JsonReport.WhyNotWritable(file) is string reason)
            {
                return BadInput($"{option}: {reason}");
            }
        }

        IBenchmarkView view = Console.IsOutputRedirected ? new PlainView(Console.Out) : new TerminalView();
        try
        {
            BenchmarkEnvironment environment = BenchmarkEnvironment.Current(options.Scenarios.Any(ScenarioCatalog.Peers.Contains));
            IReadOnlyList<ScenarioSummary> summaries = await new BenchmarkRun(options, view).RunAsync(environment, cancellation);
            IReadOnlyList<JsonRow> rows = JsonRow.Of(summaries, options, environment);
            if (options.JsonFile is not null)
            {
                JsonReport.Write(options.JsonFile, rows);
            }

            if (options.ReportFile is not null)
            {
                HtmlReport.Write(options.ReportFile, rows);
            }

            return summaries.Any(summary => summary.Failed) ? ExitCode.Failure : ExitCode.Success;
        }
        catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
        {
            await Console.Error.WriteLineAsync("Cancelled.");
            return ExitCode.Cancelled;
        }
    }

    private static int BadInput(string message)
    {
        Console.Error.WriteLine(message);
        Console.Error.WriteLine("Try --help.");
        return ExitCode.BadInput;
    }
}
