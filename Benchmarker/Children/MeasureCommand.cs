using System.CommandLine;
using Benchmarker.CommandLine;
using Benchmarker.Measuring;
using Benchmarker.Running;
using Benchmarker.Scenarios;

namespace Benchmarker.Children;

/// <summary>
/// The hidden command with which the program starts itself for one step of a benchmark: how it is spelt, and what it does.
/// </summary>
internal static class MeasureCommand
{
    private const string Name = "measure";
    private const string Folder = "--folder";

    public static Command Create()
    {
        Option<IReadOnlyList<Scenario>?> scenarios = OptionSet.Scenarios(ScenarioCatalog.All);
        Option<double> seconds = OptionSet.Seconds();
        Option<int> threads = OptionSet.Threads();
        Option<string> folder = new(Folder) { Required = true };
        Command command = new(Name, "Measures one scenario in this process.") { scenarios, seconds, threads, folder };
        command.Hidden = true;
        command.SetAction(parsed =>
        {
            ScenarioMeasurement measurement = new(
                parsed.GetRequiredValue(scenarios)!.Single(),
                TimeSpan.FromSeconds(parsed.GetValue(seconds)),
                parsed.GetValue(threads),
                parsed.GetRequiredValue(folder),
                progress => new ChildMessage<Measurement>(progress, Result: null).WriteTo(Console.Out));
            new ChildMessage<Measurement>(Progress: null, measurement.Run()).WriteTo(Console.Out);
            return ExitCode.Success;
        });
        return command;
    }

    public static IEnumerable<string> Arguments(BenchmarkStep step, double seconds, string folder) =>
        [Name, "--scenarios", step.Scenario.Name, "--seconds", $"{seconds:R}", "--threads", $"{step.Threads}", Folder, folder];
}
