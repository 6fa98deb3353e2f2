using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using Benchmarker.Reporting;
using Benchmarker.Throughput;

namespace Benchmarker;

/// <summary>The options and their bounds, shared by the command a user types and the one a child process is started with.</summary>
internal static class OptionSet
{
    private const double MaxMinutes = 24 * 60;
    private const double MaxSeconds = 60 * MaxMinutes;
    private const int MaxThreads = 1024;

    public static Option<double> Seconds(double byDefault = 10, string description = "How long events are produced in each scenario.") =>
        new("--seconds")
        {
            Description = description,
            HelpName = "N",
            DefaultValueFactory = _ => byDefault,
            CustomParser = argument => Parse(
                argument,
                (string text, out double value) =>
                    double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value) && value is > 0 and <= MaxSeconds,
                $"a number above 0, at most {MaxSeconds}"),
        };

    /// <summary>As <see cref="Seconds" />, but 0 is without an end.</summary>
    public static Option<double> SecondsOrForever(double byDefault) => new("--seconds")
    {
        Description = "How long it goes on; 0 until Ctrl+C.",
        HelpName = "N",
        DefaultValueFactory = _ => byDefault,
        CustomParser = argument => Parse(
            argument,
            (string text, out double value) =>
                double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value) && value is >= 0 and <= MaxSeconds,
            $"a number from 0 to {MaxSeconds}"),
    };

    public static Option<double> Minutes() => new("--minutes")
    {
        Description = "How long it goes on.",
        HelpName = "N",
        DefaultValueFactory = _ => 1,
        CustomParser = argument => Parse(
            argument,
            (string text, out double value) =>
                double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value) && value is > 0 and <= MaxMinutes,
            $"a number above 0, at most {MaxMinutes}"),
    };

    public static Option<int> Threads(int byDefault = 1) => Number("--threads", "How many threads produce events.", byDefault, MaxThreads);

    /// <summary>One number of threads or several.</summary>
    public static Option<IReadOnlyList<int>> ThreadCounts() => Numbers(
        "--threads",
        "How many threads produce events: one number, or several separated by commas, each measured by itself.",
        [1],
        MaxThreads);

    /// <summary>Whole numbers from 1, each once.</summary>
    public static Option<IReadOnlyList<int>> Numbers(string name, string description, IReadOnlyList<int> byDefault, int most) => new(name)
    {
        Description = description,
        HelpName = "a,b",
        DefaultValueFactory = _ => byDefault,
        CustomParser = argument => Parse(
            argument,
            (string text, out IReadOnlyList<int> value) =>
            {
                int[] numbers = [.. text.Split(',').Select(part => IsNumber(part, most, out int number) ? number : 0).Distinct()];
                value = numbers;
                return !numbers.Contains(0);
            },
            $"a list of whole numbers from 1 to {most}"),
    };

    /// <summary>A whole number from 1.</summary>
    public static Option<int> Number(string name, string description, int byDefault, int most) => new(name)
    {
        Description = description,
        HelpName = "N",
        DefaultValueFactory = _ => byDefault,
        CustomParser = argument => Parse(
            argument,
            (string text, out int value) => IsNumber(text, most, out value),
            $"a whole number from 1 to {most}"),
    };

    /// <param name="standard">What is run when the option is left out.</param>
    public static Option<IReadOnlyList<Scenario>?> Scenarios(IReadOnlyList<Scenario> standard) => new("--scenarios")
    {
        Description = $"Which scenarios to run, separated by commas, in this order: {ScenarioCatalog.NamesOf(ScenarioCatalog.All)}. "
            + $"When left out: {ScenarioCatalog.NamesOf(standard)}.",
        HelpName = "a,b",
        CustomParser = ParseScenarios,
    };

    /// <summary>A file for the results. Refused where it cannot be written, before anything is measured.</summary>
    public static Option<FileInfo?> Json()
    {
        Option<FileInfo?> json = new("--json") { Description = "Also write the results to this file, as JSON.", HelpName = "FILE" };
        json.Validators.Add(result =>
        {
            if (result.GetValueOrDefault<FileInfo?>() is { } file && JsonReport.WhyNotWritable(file) is { } reason)
            {
                result.AddError($"--json: {reason}");
            }
        });
        return json;
    }

    public static Option<bool> Peers() => new("--peers")
    {
        Description = "Also run the other libraries: " + ScenarioCatalog.NamesOf(ScenarioCatalog.Peers) + ".",
    };

    private static List<Scenario>? ParseScenarios(ArgumentResult argument)
    {
        List<Scenario> scenarios = [];
        foreach (string name in argument.Tokens[0].Value.Split(',', StringSplitOptions.TrimEntries))
        {
            Scenario? scenario = ScenarioCatalog.Find(name);
            if (scenario is null)
            {
                argument.AddError(
                    $"--scenarios: there is no scenario '{name}'. Valid are: {ScenarioCatalog.NamesOf(ScenarioCatalog.All)}.");
                return null;
            }

            if (!scenarios.Contains(scenario))
            {
                scenarios.Add(scenario);
            }
        }

        return scenarios;
    }

    private static bool IsNumber(string text, int most, out int value) =>
        int.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out value) && value >= 1 && value <= most;

    private delegate bool TryParse<T>(string text, out T value);

    private static T? Parse<T>(ArgumentResult argument, TryParse<T> tryParse, string expected)
    {
        string text = argument.Tokens[0].Value;
        if (!tryParse(text, out T value))
        {
            argument.AddError($"{((OptionResult)argument.Parent!).Option.Name}: '{text}' is not {expected}.");
        }

        return value;
    }
}
