using Benchmarker.Throughput;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>What several runs come to: each scenario is compared with the baseline of its own run.</summary>
internal sealed class ThroughputTests
{
    [Test]
    public void Steps_SeveralRunsAndThreadCounts_EachScenarioIsNearItsBaseline()
    {
        Scenario[] scenarios = [ScenarioCatalog.Baseline, ScenarioCatalog.Find("async")!];

        Assert.That(
            BenchmarkPlan.Steps(new BenchmarkOptions(Seconds: 1, [1, 4], Runs: 2, scenarios)).Select(step => step.Label),
            Is.EqualTo(new[]
            {
                "direct, 1 thread, run 1", "async, 1 thread, run 1", "direct, 4 threads, run 1", "async, 4 threads, run 1",
                "direct, 1 thread, run 2", "async, 1 thread, run 2", "direct, 4 threads, run 2", "async, 4 threads, run 2",
            }));
    }

    [Test]
    public void Of_SeveralRuns_RatiosAreTakenRunByRunAndCountsAreSums()
    {
        ScenarioSummary async = Summary(
            "async",
            Measured.Result("direct", 100, run: 1),
            Measured.Result("async", 800, run: 1),
            Measured.Result("direct", 50, run: 2),
            Measured.Result("async", 500, run: 2),
            Measured.Result("direct", 200, run: 3),
            Measured.Result("async", 1_000, run: 3));

        Assert.Multiple(() =>
        {
            Assert.That(async.Sustained, Is.EqualTo(new Spread(800, 500, 1_000)));
            Assert.That(async.RatioToBaseline, Is.EqualTo(new Spread(8, 5, 10)));
            Assert.That((async.Measurement!.Accepted, async.Measurement.Lines, async.Measurement.Lost), Is.EqualTo((300, 297, 3)));
            Assert.That(async.Measurement.SustainedPerSecond, Is.EqualTo(800));
            Assert.That(async.Measurement.MaxNs, Is.EqualTo(10_000), "the longest of all");
        });
    }

    [Test]
    public void Of_SeveralThreadCounts_EachIsComparedWithItsOwnBaseline()
    {
        ScenarioResult[] results =
        [
            Measured.Result("direct", 100, threads: 4),
            Measured.Result("async", 600, threads: 4),
            Measured.Result("direct", 200, threads: 1),
            Measured.Result("async", 1_000, threads: 1),
        ];

        Assert.That(
            ScenarioSummary.Of(results).Select(summary => (summary.Threads, summary.Scenario.Name, summary.RatioToBaseline!.Value.Median)),
            Is.EqualTo(new[] { (1, "direct", 1.0), (1, "async", 5.0), (4, "direct", 1.0), (4, "async", 6.0) }));
    }

    [Test]
    public void Of_ARunFailed_OthersCountAndTheWholeHasFailed()
    {
        ScenarioSummary summary = Summary(
            "async", Measured.Failed("direct", run: 1), Measured.Result("async", 100, run: 1), Measured.Failed("async", run: 2));

        Assert.That((summary.Failed, summary.Sustained!.Value.Median, summary.RatioToBaseline), Is.EqualTo((true, 100.0, (Spread?)null)));
    }

    private static ScenarioSummary Summary(string scenario, params ScenarioResult[] results) =>
        ScenarioSummary.Of(results).Single(summary => summary.Scenario.Name == scenario);
}
