using System.Diagnostics;
using System.Runtime;
using Benchmarker.Children;
using Benchmarker.Scenarios;

namespace Benchmarker.Measuring;

/// <summary>Measures one scenario in the process it runs in.</summary>
internal sealed class ScenarioMeasurement(Scenario scenario, TimeSpan duration, int threads, string folder, Action<ChildProgress> report)
{
    // Long enough for the hot methods of producer, appender and layout to reach their final machine code.
    private static readonly TimeSpan _warmUpTime = TimeSpan.FromSeconds(1);

    public Measurement Run()
    {
        string[] warmUpDiscrepancies = WarmUp();

        ILoggingSetup setup = Open("measured");
        Production production = Produce(setup, duration, "producing", _warmUpTime);
        report(new ChildProgress("closing", 1));
        setup.Close();
        TimeSpan untilClosed = Stopwatch.GetElapsedTime(production.Started);

        report(new ChildProgress("counting", 1));
        long lines = LineCounter.CountIn(Subfolder("measured"));
        long accepted = production.Calls;
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
            Discrepancies = [.. warmUpDiscrepancies, .. Discrepancies(setup, accepted, lines)],
        };
    }

    /// <summary>
    /// A whole run before the measured one, on files and appenders of its own: neither its events nor its garbage are in the result, but it
    /// must not lose a line either.
    /// </summary>
    private string[] WarmUp()
    {
        ILoggingSetup setup = Open("warm-up");
        long calls = Produce(setup, _warmUpTime, "warming up", TimeSpan.Zero).Calls;
        setup.Close();
        string[] discrepancies = [.. Discrepancies(setup, calls, LineCounter.CountIn(Subfolder("warm-up"))).Select(text => $"While warming up: {text}")];
        Directory.Delete(Subfolder("warm-up"), recursive: true);

        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        return discrepancies;
    }

    private static IEnumerable<string> Discrepancies(ILoggingSetup setup, long calls, long lines)
    {
        IEnumerable<string> own = setup.Discrepancies(calls, lines);
        return calls == lines ? own : own.Prepend($"{calls:N0} events were accepted but {lines:N0} lines found in the files.");
    }

    private ILoggingSetup Open(string name) => scenario.Open(Directory.CreateDirectory(Subfolder(name)).FullName);

    private string Subfolder(string name) => Path.Combine(folder, name);

    private Production Produce(ILoggingSetup setup, TimeSpan time, string stage, TimeSpan before) => Production.Run(
        setup.Log,
        threads,
        time,
        elapsed => report(new ChildProgress(stage, Math.Min(1, (before + elapsed) / (_warmUpTime + duration)))));
}
