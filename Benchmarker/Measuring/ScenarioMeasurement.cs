using System.Diagnostics;
using System.Runtime;
using Benchmarker.Children;
using Benchmarker.Scenarios;
using log4net;

namespace Benchmarker.Measuring;

/// <summary>Measures one scenario in the process it runs in.</summary>
internal sealed class ScenarioMeasurement(Scenario scenario, TimeSpan duration, int threads, string folder, Action<ChildProgress> report)
{
    // Long enough for the hot methods of producer, appender and layout to reach their final machine code.
    private static readonly TimeSpan _warmUpTime = TimeSpan.FromSeconds(1);

    public Measurement Run()
    {
        string[] warmUpDiscrepancies = WarmUp();

        LoggingSetup setup = Open("measured");
        Production production = Produce(setup, duration, "producing", _warmUpTime);
        report(new ChildProgress("closing", 1));
        LogManager.Shutdown();
        TimeSpan untilClosed = Stopwatch.GetElapsedTime(production.Started);

        report(new ChildProgress("counting", 1));
        long lines = setup.CountLines();
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
            Discrepancies = [.. warmUpDiscrepancies, .. setup.Discrepancies(accepted, lines)],
        };
    }

    /// <summary>
    /// A whole run before the measured one, on files and appenders of its own: neither its events nor its garbage are in the result, but it
    /// must not lose a line either.
    /// </summary>
    private string[] WarmUp()
    {
        LoggingSetup setup = Open("warm-up");
        long calls = Produce(setup, _warmUpTime, "warming up", TimeSpan.Zero).Calls;
        LogManager.Shutdown();
        string[] discrepancies = [.. setup.Discrepancies(calls, setup.CountLines()).Select(text => $"While warming up: {text}")];
        Directory.Delete(Path.Combine(folder, "warm-up"), recursive: true);

        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        return discrepancies;
    }

    private LoggingSetup Open(string subfolder) => new(scenario, Directory.CreateDirectory(Path.Combine(folder, subfolder)).FullName);

    private Production Produce(LoggingSetup setup, TimeSpan time, string stage, TimeSpan before) => Production.Run(
        setup.Logger,
        threads,
        time,
        elapsed => report(new ChildProgress(stage, Math.Min(1, (before + elapsed) / (_warmUpTime + duration)))));
}
