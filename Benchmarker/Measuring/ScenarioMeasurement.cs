using System.Diagnostics;
using System.Runtime;
using Benchmarker.Children;
using Benchmarker.Scenarios;

namespace Benchmarker.Measuring;

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
