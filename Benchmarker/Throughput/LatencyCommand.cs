using System.CommandLine;
using System.Text.Json.Serialization;
using Benchmarker.Reporting;

namespace Benchmarker.Throughput;

/// <summary>What a log call costs its caller at fixed rates: a table per rate, a process per scenario and rate.</summary>
internal static class LatencyCommand
{
    private const int MaxRate = 1_000_000;

    private static readonly int[] _rates = [1_000, 10_000, 100_000];

    private static readonly string[] _headers = ["scenario", "calls", "calls/s", "p50", "p90", "p99", "p99.9", "p99.99", "max", "lost"];

    private static readonly IReadOnlyList<Scenario> _standard =
        [.. new[] { "direct", "buffering", "async" }.Select(name => ScenarioCatalog.Find(name)!)];

    public static Command Create()
    {
        Option<IReadOnlyList<int>> rates =
            OptionSet.Numbers("--rates", "Calls per second of all threads together; each rate by itself.", _rates, MaxRate);
        Option<double> seconds = OptionSet.Seconds(byDefault: 5);
        Option<int> threads = OptionSet.Threads();
        Option<IReadOnlyList<Scenario>?> scenarios = OptionSet.Scenarios(_standard);
        Option<bool> peers = OptionSet.Peers();
        Option<FileInfo?> json = OptionSet.Json();
        Command command = new("latency", "Log calls at fixed rates: how late each returns, from the moment at which it was due.")
        {
            rates, seconds, threads, scenarios, peers, json,
        };
        command.SetAction((parsed, cancellation) => RunAsync(
            parsed.GetRequiredValue(rates),
            new LatencyLoad(Rate: 0, parsed.GetValue(threads), parsed.GetValue(seconds)),
            ScenarioCatalog.Chosen(parsed.GetValue(scenarios) ?? _standard, parsed.GetValue(peers)),
            parsed.GetValue(json),
            cancellation));
        return command;
    }

    private static async Task<int> RunAsync(
        IReadOnlyList<int> rates, LatencyLoad load, IReadOnlyList<Scenario> scenarios, FileInfo? json, CancellationToken cancellation)
    {
        BenchmarkEnvironment environment = BenchmarkEnvironment.Current(scenarios.Any(ScenarioCatalog.Peers.Contains));
        TextColumns.Write(Console.Out, environment.Rows);
        bool holds = true;
        List<LatencyRow> results = [];
        foreach (int rate in rates)
        {
            holds &= await RunAsync(load with { Rate = rate }, scenarios, results, cancellation);
        }

        JsonReport.Write(json, new LatencyReport(environment.ByName, results));
        Console.WriteLine();
        Console.WriteLine("Each call is measured from the moment at which it was due: a stall also counts for the calls that it holds up.");
        Console.WriteLine("nothing: the same loop around a call that does nothing, which is what the machine and the clock add.");
        Console.WriteLine(
            "Where calls/s is below the rate the scenario cannot keep up with it, and the percentiles only show how long the run was.");
        return ExitCode.Of(holds);
    }

    private static async Task<bool> RunAsync(
        LatencyLoad load, IReadOnlyList<Scenario> scenarios, List<LatencyRow> results, CancellationToken cancellation)
    {
        LatencyMeasurement nothing = FixedRate.Measure(_ => { }, load.Rate, load.Threads, load.Duration);
        results.Add(new LatencyRow("nothing", load, nothing));
        List<string[]> rows = [_headers, Row("nothing", nothing)];
        List<string> remarks = [];
        bool holds = true;
        foreach (Scenario scenario in scenarios)
        {
            ChildProcess<LatencyMeasurement> process =
                new(folder => MeasureLatencyCommand.Arguments(scenario, load, folder), scenario.ServerGc, load.Duration, _ => { });
            ChildReport<LatencyMeasurement> report = await process.RunAsync(cancellation);
            rows.Add(report.Result is null ? [scenario.Name, .. _headers.Skip(1).Select(_ => "-")] : Row(scenario.Name, report.Result));
            if (report.Result is not null)
            {
                results.Add(new LatencyRow(scenario.Name, load, report.Result));
            }

            string[] problems = [.. report.Failure is null ? [] : new[] { report.Failure }, .. report.Result?.Discrepancies ?? []];
            remarks.AddRange(problems.Concat(report.Output).Select(text => $"{scenario.Name}: {text}"));
            holds &= problems.Length == 0;
        }

        Console.WriteLine();
        Console.WriteLine($"{load.Rate:N0} calls/s, {Sentences.Threads(load.Threads)}, {load.Seconds:0.###} s");
        TextColumns.Write(Console.Out, rows, numbers: true);
        remarks.ForEach(Console.WriteLine);
        return holds;
    }

    private static string[] Row(string name, LatencyMeasurement measurement) =>
    [
        name,
        $"{measurement.Calls:N0}",
        $"{measurement.CallsPerSecond:N0}",
        ResultColumns.Duration(measurement.P50Ns),
        ResultColumns.Duration(measurement.P90Ns),
        ResultColumns.Duration(measurement.P99Ns),
        ResultColumns.Duration(measurement.P999Ns),
        ResultColumns.Duration(measurement.P9999Ns),
        ResultColumns.Duration(measurement.MaxNs),
        $"{measurement.Lost:N0}",
    ];
}

/// <summary>
/// The hidden command with which the program starts itself for one scenario at one rate: how it is spelt, and what it does.
/// </summary>
internal static class MeasureLatencyCommand
{
    private const string Name = "measure-latency";
    private const string Rate = "--rate";
    private const string Folder = "--folder";

    public static Command Create()
    {
        Option<IReadOnlyList<Scenario>?> scenarios = OptionSet.Scenarios(ScenarioCatalog.All);
        Option<int> rate = new(Rate) { Required = true };
        Option<int> threads = OptionSet.Threads();
        Option<double> seconds = OptionSet.Seconds();
        Option<string> folder = new(Folder) { Required = true };
        Command command = new(Name, "Measures one scenario at one rate in this process.") { scenarios, rate, threads, seconds, folder };
        command.Hidden = true;
        command.SetAction(parsed =>
        {
            LatencyLoad load = new(parsed.GetValue(rate), parsed.GetValue(threads), parsed.GetValue(seconds));
            LatencyMeasurement measurement =
                Measure(new ScenarioSetups(parsed.GetRequiredValue(scenarios)!.Single(), parsed.GetRequiredValue(folder)), load);
            new ChildMessage<LatencyMeasurement>(Progress: null, measurement).WriteTo(Console.Out);
            return ExitCode.Success;
        });
        return command;
    }

    public static IEnumerable<string> Arguments(Scenario scenario, LatencyLoad load, string folder) =>
        [Name, "--scenarios", scenario.Name, Rate, $"{load.Rate}", "--threads", $"{load.Threads}", "--seconds", $"{load.Seconds:R}",
            Folder, folder];

    private static LatencyMeasurement Measure(ScenarioSetups setups, LatencyLoad load)
    {
        string[] warmUpDiscrepancies = setups.WarmUp(load.Threads, _ => { });
        ILoggingSetup setup = setups.Open();
        LatencyMeasurement measurement = FixedRate.Measure(setup.Log, load.Rate, load.Threads, load.Duration);
        setup.Close();
        string[] discrepancies = setups.Check(setup, measurement.Calls, out long lines);
        return measurement with { Lost = measurement.Calls - lines, Discrepancies = [.. warmUpDiscrepancies, .. discrepancies] };
    }
}

/// <summary>The JSON file: where and on what it was measured, and a row for each scenario and rate.</summary>
internal sealed record LatencyReport(
    [property: JsonPropertyName("environment")] IReadOnlyDictionary<string, string> Environment,
    [property: JsonPropertyName("rows")] IReadOnlyList<LatencyRow> Rows);

/// <summary>One scenario at one rate.</summary>
internal sealed record LatencyRow(
    [property: JsonPropertyName("scenario")] string Scenario,
    [property: JsonPropertyName("load")] LatencyLoad Load,
    [property: JsonPropertyName("measurement")] LatencyMeasurement Measurement);
