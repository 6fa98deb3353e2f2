using System.CommandLine;
using Benchmarker.Children;
using Benchmarker.CommandLine;
using Benchmarker.Measuring;
using Benchmarker.Scenarios;

namespace Benchmarker.Latency;

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
