using System.Diagnostics;
using System.Runtime;

namespace Benchmarker.Throughput;

/// <summary>Measures one scenario in the process it runs in.</summary>
internal sealed class ScenarioMeasurement(Scenario scenario, TimeSpan duration, int threads, string folder, Action<ChildProgress> report)
{
    public Measurement Run()
    {
        ScenarioSetups setups = new(scenario, folder);
        string[] warmUpDiscrepancies = setups.WarmUp(threads, elapsed => Report("warming up", elapsed));

        ILoggingSetup setup = setups.Open();
        Production production =
            Production.Run(setup.Log, threads, duration, elapsed => Report("producing", ScenarioSetups.WarmUpTime + elapsed));
        report(new ChildProgress("closing", 1));
        setup.Close();
        TimeSpan untilClosed = Stopwatch.GetElapsedTime(production.Started);

        report(new ChildProgress("counting", 1));
        long accepted = production.Calls;
        string[] discrepancies = setups.Check(setup, accepted, out long lines);
        CallTimeHistogram callTimes = production.CallTimes();
        return new Measurement
        {
            ServerGc = GCSettings.IsServerGC,
            Accepted = accepted,
            AcceptedPerSecond = accepted / production.Elapsed.TotalSeconds,
            SustainedPerSecond = accepted / untilClosed.TotalSeconds,
            NsPerCall = production.Elapsed.TotalNanoseconds * threads / accepted,
            P50Ns = callTimes.PercentileNanoseconds(50),
            P99Ns = callTimes.PercentileNanoseconds(99),
            P999Ns = callTimes.PercentileNanoseconds(99.9),
            MaxNs = callTimes.MaxNanoseconds,
            BytesPerEvent = (double)production.Gc.AllocatedBytes / accepted,
            Gen0 = production.Gc.Gen0,
            Gen1 = production.Gc.Gen1,
            Gen2 = production.Gc.Gen2,
            Lines = lines,
            Discrepancies = [.. warmUpDiscrepancies, .. discrepancies],
        };
    }

    private void Report(string stage, TimeSpan elapsed) =>
        report(new ChildProgress(stage, Math.Min(1, elapsed / (ScenarioSetups.WarmUpTime + duration))));
}

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

/// <summary>What one scenario's process found out. The process writes it for its parent as JSON.</summary>
internal sealed record Measurement
{
    public required bool ServerGc { get; init; }
    public required long Accepted { get; init; }
    public required double AcceptedPerSecond { get; init; }

    /// <summary>With the time until everything was written and closed.</summary>
    public required double SustainedPerSecond { get; init; }
    public required double NsPerCall { get; init; }
    public required double P50Ns { get; init; }
    public required double P99Ns { get; init; }
    public required double P999Ns { get; init; }
    public required double MaxNs { get; init; }
    public required double BytesPerEvent { get; init; }
    public required int Gen0 { get; init; }
    public required int Gen1 { get; init; }
    public required int Gen2 { get; init; }
    public required long Lines { get; init; }
    public required IReadOnlyList<string> Discrepancies { get; init; }

    public long Lost => Accepted - Lines;
}

/// <summary>Counts lines as fast as the files can be read.</summary>
internal static class LineCounter
{
    private const int BufferSize = 1 << 20;

    /// <summary>
    /// All lines of all files in a folder, rolled ones included. A last line without its end is half written and not counted.
    /// </summary>
    public static long CountIn(string folder)
    {
        byte[] buffer = new byte[BufferSize];
        return Directory.EnumerateFiles(folder).Sum(path => CountIn(path, buffer));
    }

    private static long CountIn(string path, byte[] buffer)
    {
        using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0, FileOptions.SequentialScan);
        long lines = 0;
        for (int read = file.Read(buffer); read > 0; read = file.Read(buffer))
        {
            lines += buffer.AsSpan(0, read).Count((byte)'\n');
        }

        return lines;
    }
}
