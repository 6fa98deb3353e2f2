using System.CommandLine;
using System.CommandLine.Parsing;
using System.Diagnostics;
using System.Globalization;
using Benchmarker.Reporting;
using Benchmarker.Throughput;

namespace Benchmarker;

/// <summary>The options that several commands share, and their bounds.</summary>
internal static class OptionSet
{
    private const double MaxMinutes = 24 * 60;
    private const double MaxSeconds = 60 * MaxMinutes;
    private const int MaxThreads = 1024;

    private delegate bool TryParse<T>(string text, out T value);

    public static Option<double> Seconds(double byDefault = 10, string description = "How long each scenario logs.") =>
        Amount("--seconds", description, byDefault, MaxSeconds);

    /// <summary>As <see cref="Seconds" />, but 0 is without an end.</summary>
    public static Option<double> SecondsOrForever(double byDefault) =>
        Amount("--seconds", "How long it runs; 0 until Ctrl+C.", byDefault, MaxSeconds, allowsZero: true);

    public static Option<double> Minutes() => Amount("--minutes", "How long it runs.", byDefault: 1, MaxMinutes);

    public static Option<double> Amount(string name, string description, double byDefault, double most, bool allowsZero = false) =>
        new(name)
        {
            Description = description,
            HelpName = "N",
            DefaultValueFactory = _ => byDefault,
            CustomParser = argument => Parse(
                argument,
                (string text, out double value) => double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value)
                    && value <= most && (value > 0 || (allowsZero && value is 0)),
                allowsZero ? $"a number from 0 to {most}" : $"a number above 0, at most {most}"),
        };

    public static Option<int> Threads(int byDefault = 1) => Number("--threads", "How many threads log.", byDefault, MaxThreads);

    /// <summary>One number of threads or several.</summary>
    public static Option<IReadOnlyList<int>> ThreadCounts() =>
        Numbers("--threads", "How many threads log; several numbers are measured one after the other.", [1], MaxThreads);

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
            argument, (string text, out int value) => IsNumber(text, most, out value), $"a whole number from 1 to {most}"),
    };

    /// <summary>See <see cref="Seeds" />.</summary>
    public static Option<int?> Seed() =>
        new("--seed") { Description = "The first seed; each further run takes the next one. By the clock when left out.", HelpName = "N" };

    public static int FirstSeed(int? given) => given ?? Environment.TickCount & 0xFFFFFF;

    /// <summary>The seeds of runs for as long as a time lasts, at least one.</summary>
    public static IEnumerable<int> Seeds(int? first, TimeSpan time)
    {
        int seed = FirstSeed(first);
        long start = Stopwatch.GetTimestamp();
        do
        {
            yield return seed++;
        }
        while (Stopwatch.GetElapsedTime(start) < time);
    }

    /// <param name="standard">The scenarios when the option is left out.</param>
    public static Option<IReadOnlyList<Scenario>?> Scenarios(IReadOnlyList<Scenario> standard) => Scenarios(
        "--scenarios",
        $"Which scenarios are measured: {ScenarioCatalog.NamesOf(ScenarioCatalog.All)}. "
            + $"When left out: {ScenarioCatalog.NamesOf(standard)}.",
        ScenarioCatalog.Find,
        ScenarioCatalog.NamesOf(ScenarioCatalog.All));

    /// <summary>Scenarios by their names, separated by commas or each with an option of its own; each once.</summary>
    public static Option<IReadOnlyList<T>?> Scenarios<T>(string name, string description, Func<string, T?> find, string valid)
        where T : class => new(name)
        {
            Description = description,
            HelpName = "a,b",
            Arity = ArgumentArity.OneOrMore,
            CustomParser = argument =>
            {
                IEnumerable<string> parts = argument.Tokens.SelectMany(token => token.Value.Split(',', StringSplitOptions.TrimEntries));
                string[] names = [.. parts.Distinct()];
                if (Array.Find(names, one => find(one) is null) is { } unknown)
                {
                    argument.AddError($"{name}: there is no scenario '{unknown}'. Valid are: {valid}.");
                }

                return [.. names.Select(find).OfType<T>().Distinct()];
            },
        };

    /// <summary>A file for the results. Refused where it cannot be written, before anything is measured.</summary>
    public static Option<FileInfo?> Json() => ResultFile("--json", "Also writes the results to this file, as JSON.");

    /// <inheritdoc cref="Json" />
    public static Option<FileInfo?> ResultFile(string name, string description)
    {
        Option<FileInfo?> option = new(name) { Description = description, HelpName = "FILE" };
        option.Validators.Add(result =>
        {
            if (result.Tokens is [{ Value.Length: 0 }])
            {
                result.AddError($"{name}: the name of the file is empty.");
            }
            else if (result.GetValueOrDefault<FileInfo?>() is { } file && JsonReport.WhyNotWritable(file) is { } reason)
            {
                result.AddError($"{name}: {reason}");
            }
        });
        return option;
    }

    public static Option<bool> Peers() => new("--peers")
    {
        Description = "Also runs the other libraries: " + ScenarioCatalog.NamesOf(ScenarioCatalog.Peers) + ".",
    };

    private static bool IsNumber(string text, int most, out int value) =>
        int.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out value) && value >= 1 && value <= most;

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
