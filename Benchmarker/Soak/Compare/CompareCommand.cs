using System.CommandLine;

namespace Benchmarker.Soak.Compare;

/// <summary>Compares what log4net writes with and without the async appender, for random configurations.</summary>
internal static class CompareCommand
{
    public const string Name = "compare";

    private const double MaxReduceSeconds = 3600;

    public static Command Create()
    {
        Option<double> minutes = OptionSet.Minutes();
        Option<int?> seed = OptionSet.Seed();
        Option<int> cases = OptionSet.Number("--cases", "How many configurations are compared at most.", int.MaxValue, int.MaxValue);
        Option<int> differences = OptionSet.Number("--differences", "Ends after so many differences.", byDefault: 20, int.MaxValue);
        Option<double> reduce = OptionSet.Amount(
            "--reduce", "For how many seconds a case that differs is reduced.", byDefault: 10, MaxReduceSeconds, allowsZero: true);
        Option<bool> direct = new("--direct") { Description = "Compares log4net with itself: there must be no difference." };
        Option<bool> optimized = new("--optimized") { Description = "With optimized code, in which log4net finds other caller locations." };
        Option<Plant> plant = new("--plant") { Description = "Plants a defect, to show that the comparison finds it." };
        Option<string?> folder = new(ComparisonProcess.Folder) { Hidden = true };
        Command command = new(Name, "Random configurations, with and without the async appender: every destination has the same text.")
        {
            minutes, seed, cases, differences, reduce, direct, optimized, plant, folder,
        };
        command.SetAction(parsed =>
        {
            CompareOptions options = new(
                OptionSet.FirstSeed(parsed.GetValue(seed)), TimeSpan.FromMinutes(parsed.GetValue(minutes)),
                parsed.GetValue(cases), parsed.GetValue(differences), parsed.GetValue(direct), parsed.GetValue(plant),
                TimeSpan.FromSeconds(parsed.GetValue(reduce)), parsed.GetValue(folder) ?? string.Empty);
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
internal sealed record CompareOptions(
    int Seed, TimeSpan Time, int Cases, int Differences, bool Direct, Plant Plant, TimeSpan Reduce, string Folder);
