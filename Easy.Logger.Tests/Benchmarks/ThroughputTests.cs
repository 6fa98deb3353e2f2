using Benchmarker.Throughput;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>What several runs come to: each scenario is compared with the baseline of its own run.</summary>
internal sealed class ThroughputTests
{
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
    public void Of_ARunFailed_OthersCountAndTheWholeHasFailed()
    {
        ScenarioSummary summary = Summary(
            "async", Measured.Failed("direct", run: 1), Measured.Result("async", 100, run: 1), Measured.Failed("async", run: 2));

        Assert.That((summary.Failed, summary.Sustained!.Value.Median, summary.RatioToBaseline), Is.EqualTo((true, 100.0, (Spread?)null)));
    }

    private static ScenarioSummary Summary(string scenario, params ScenarioResult[] results) =>
        ScenarioSummary.Of(results).Single(summary => summary.Scenario.Name == scenario);
}
