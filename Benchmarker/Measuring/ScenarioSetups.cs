using Benchmarker.Scenarios;

namespace Benchmarker.Measuring;

/// <summary>
/// The setups that a measurement opens in its process, one to warm up and one to measure, each with files of its own that are checked.
/// </summary>
internal sealed class ScenarioSetups(Scenario scenario, string folder)
{
    private const string WarmUpFolder = "warm-up";
    private const string MeasuredFolder = "measured";

    /// <summary>Long enough for the hot methods of producer, appender and layout to reach their final machine code.</summary>
    public static TimeSpan WarmUpTime { get; } = TimeSpan.FromSeconds(3);

    /// <summary>
    /// A whole run before the measured one, on files and appenders of its own: neither its events nor its garbage are in the result, but it
    /// must not lose a line either.
    /// </summary>
    /// <returns>What is wrong with the run.</returns>
    public string[] WarmUp(int threads, Action<TimeSpan> report)
    {
        ILoggingSetup setup = Open(WarmUpFolder);
        long calls = Production.Run(setup.Log, threads, WarmUpTime, report).Calls;
        setup.Close();
        string[] discrepancies = [.. Check(setup, WarmUpFolder, calls, out _).Select(text => $"While warming up: {text}")];
        Directory.Delete(Path.Combine(folder, WarmUpFolder), recursive: true);

        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        return discrepancies;
    }

    /// <summary>Opens the one to measure.</summary>
    public ILoggingSetup Open() => Open(MeasuredFolder);

    /// <summary>Counts the lines of the measured one, which is closed, and reports what is wrong with it.</summary>
    public string[] Check(ILoggingSetup setup, long calls, out long lines) => [.. Check(setup, MeasuredFolder, calls, out lines)];

    private ILoggingSetup Open(string name) => scenario.Open(Directory.CreateDirectory(Path.Combine(folder, name)).FullName);

    private IEnumerable<string> Check(ILoggingSetup setup, string name, long calls, out long lines)
    {
        lines = LineCounter.CountIn(Path.Combine(folder, name));
        IEnumerable<string> own = setup.Discrepancies(calls, lines);
        return calls == lines ? own : own.Prepend($"{calls:N0} events were accepted but {lines:N0} lines found in the files.");
    }
}
