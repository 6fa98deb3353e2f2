using System.CommandLine;

namespace Benchmarker.Soak.Compare;

/// <summary>Compares what log4net writes with and without the async appender, for random configurations.</summary>
internal static class CompareCommand
{
    public const string Name = "compare";

    public static Command Create()
    {
        Option<double> minutes = new("--minutes") { Description = "How long.", DefaultValueFactory = _ => 1 };
        Option<int> seed = new("--seed") { Description = "The first seed.", DefaultValueFactory = _ => Environment.TickCount & 0xFFFFFFF };
        Option<int> cases = new("--cases") { Description = "Maximum of configurations.", DefaultValueFactory = _ => int.MaxValue };
        Option<int> differences = new("--differences") { Description = "Ends after so many.", DefaultValueFactory = _ => 20 };
        Option<double> reduce = new("--reduce") { Description = "Seconds spent on reducing one case.", DefaultValueFactory = _ => 10 };
        Option<bool> direct = new("--direct") { Description = "log4net against itself: must find nothing." };
        Option<bool> optimized = new("--optimized") { Description = "With optimized code; log4net finds other caller locations then." };
        Option<Plant> plant = new("--plant") { Description = "Plants a defect, to show that the comparison finds it." };
        Option<string?> folder = new(ComparisonProcess.Folder) { Hidden = true };
        Command command = new(Name, "Compares what random configurations write with and without the async appender.")
        {
            minutes, seed, cases, differences, reduce, direct, optimized, plant, folder,
        };
        command.SetAction(parsed =>
        {
            CompareOptions options = new(
                parsed.GetValue(seed), TimeSpan.FromMinutes(parsed.GetValue(minutes)), parsed.GetValue(cases), parsed.GetValue(differences),
                parsed.GetValue(direct), parsed.GetValue(plant), TimeSpan.FromSeconds(parsed.GetValue(reduce)),
                parsed.GetValue(folder) ?? string.Empty);
            if (options.Folder.Length == 0)
            {
                return new ComparisonProcess(options, parsed.GetValue(optimized)).Run();
            }

            new CompareRun(options, Console.Out).Run();
            return ExitCode.Success;
        });
        return command;
    }
}

/// <summary>What a run of the comparison was asked for.</summary>
/// <param name="Seed">The first seed; every further configuration has the next one.</param>
/// <param name="Time">It ends after this time,</param>
/// <param name="Cases">after so many configurations,</param>
/// <param name="Differences">or after so many differences.</param>
/// <param name="Direct">log4net is compared with itself.</param>
/// <param name="Plant">A defect to plant into the run with the async appender.</param>
/// <param name="Reduce">How long a case that differs is made smaller.</param>
/// <param name="Folder">For the files that the appenders write.</param>
internal sealed record CompareOptions(
    int Seed, TimeSpan Time, int Cases, int Differences, bool Direct, Plant Plant, TimeSpan Reduce, string Folder);
