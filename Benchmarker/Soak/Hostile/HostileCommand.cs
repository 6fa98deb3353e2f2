using System.CommandLine;
using System.Globalization;
using System.Text.Json.Serialization;
using Benchmarker.Reporting;

namespace Benchmarker.Soak.Hostile;

/// <summary>Plays the machine to processes that log, one for each scenario, and checks what is promised for them.</summary>
internal static class HostileCommand
{
    private const double DefaultPause = 20;
    private const double MaxPause = 600;
    private const int MaxTimes = 1_000;

    public static Command Create()
    {
        Option<IReadOnlyList<HostileScenario>?> scenarios = OptionSet.Scenarios(
            "--scenario",
            $"Which scenarios run: {HostileCatalog.Names}. When left out: all.",
            HostileCatalog.Find,
            HostileCatalog.Names);
        Option<int> times = OptionSet.Number("--times", "How often everything is repeated.", byDefault: 1, MaxTimes);
        Option<double> pause = OptionSet.Amount(
            "--pause", "For how many seconds a process is stopped; 3 is enough for a short run.", DefaultPause, MaxPause);
        Option<double> tolerance = OptionSet.Amount(
            "--tolerance",
            "How many seconds more than promised everything may take on a busy machine.",
            byDefault: 0,
            MaxPause,
            allowsZero: true);
        Option<FileInfo?> json = OptionSet.Json();
        Command command = new(
            "hostile", "Stopped, starved and broken processes that log (Linux): each call is counted, and they end in time.")
        {
            scenarios, times, pause, tolerance, json,
        };
        command.SetAction(parsed =>
        {
            if (!OperatingSystem.IsLinux())
            {
                Console.Error.WriteLine("The scenarios stop and limit processes with the means of Linux; there are none for this system.");
                return ExitCode.BadInput;
            }

            BenchmarkEnvironment environment = BenchmarkEnvironment.Show();
            double seconds = parsed.GetValue(pause);
            PromisedTimes.Tolerance = TimeSpan.FromSeconds(parsed.GetValue(tolerance));
            IReadOnlyList<HostileResult> results =
                Run(parsed.GetValue(scenarios) ?? HostileCatalog.All, parsed.GetValue(times), TimeSpan.FromSeconds(seconds));
            JsonReport.Write(parsed.GetValue(json), new HostileReport(environment.ByName, seconds, results));
            WriteTable(results);
            return ExitCode.Of(results.All(result => result.Holds || result.Skipped));
        });
        return command;
    }

    private static List<HostileResult> Run(IReadOnlyList<HostileScenario> scenarios, int times, TimeSpan pause)
    {
        List<HostileResult> results = [];
        for (int i = 0; i < times; i++)
        {
            foreach (HostileScenario scenario in scenarios)
            {
                HostileResult result = new HostileRun(scenario, pause).Run();
                results.Add(result);
                Write(result);
            }
        }

        return results;
    }

    private static void Write(HostileResult result)
    {
        if (result.Skipped)
        {
            Console.WriteLine($"Skipped: {result.Scenario}, {result.Seen}.");
            return;
        }

        string faults = result.Holds ? string.Empty : $"; broken: {string.Join("; ", result.Faults)}";
        Verdict.Report(result.Holds, $"{result.Scenario}: promised that {result.Promise}; seen: {result.Seen}{faults}");
    }

    private static void WriteTable(IReadOnlyList<HostileResult> results)
    {
        Console.WriteLine();
        TextColumns.Write(
            Console.Out,
            [
                ["scenario", "result", "runs", "held", "seconds at most"],
                .. results.GroupBy(result => result.Scenario).Select(group => new[]
                {
                    group.Key,
                    group.All(result => result.Skipped) ? "skipped" : group.All(result => result.Holds) ? "Holds" : "DOES NOT HOLD",
                    $"{group.Count()}",
                    $"{group.Count(result => result.Holds)}",
                    group.Max(result => result.Seconds).ToString("N1", CultureInfo.InvariantCulture),
                }),
            ]);
    }
}

/// <summary>What came of one scenario. The names in the JSON file are relied on by scripts.</summary>
internal sealed record HostileResult(
    [property: JsonPropertyName("scenario")] string Scenario,
    [property: JsonPropertyName("promise")] string Promise,
    [property: JsonPropertyName("seen")] string Seen,
    [property: JsonPropertyName("faults")] IReadOnlyList<string> Faults,
    [property: JsonPropertyName("skipped")] bool Skipped,
    [property: JsonPropertyName("seconds")] double Seconds)
{
    [JsonPropertyName("holds")]
    public bool Holds => !Skipped && Faults.Count == 0;
}

/// <summary>The JSON file: where it ran, and what came of every scenario in the order in which they ran.</summary>
internal sealed record HostileReport(
    [property: JsonPropertyName("environment")] IReadOnlyDictionary<string, string> Environment,
    [property: JsonPropertyName("pauseSeconds")] double PauseSeconds,
    [property: JsonPropertyName("results")] IReadOnlyList<HostileResult> Results);
