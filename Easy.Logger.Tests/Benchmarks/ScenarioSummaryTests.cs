using Benchmarker.Throughput;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>What several runs come to.</summary>
internal sealed class ScenarioSummaryTests
{
    [Test]
    public void Of_SeveralRuns_RatiosAreTakenRunByRun()
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
    public void Of_SeveralRuns_CountsAreSumsAndTheLongestCallIsTheLongestOfAll()
    {
        ScenarioSummary summary = Summary("async", Measured.Result("async", 100, run: 1), Measured.Result("async", 300, run: 2));

        Assert.Multiple(() =>
        {
            Assert.That((summary.Measurement!.Accepted, summary.Measurement.Lines, summary.Measurement.Lost), Is.EqualTo((200, 198, 2)));
            Assert.That((summary.Measurement.Gen0, summary.Measurement.Gen1, summary.Measurement.Gen2), Is.EqualTo((6, 4, 2)));
            Assert.That((summary.Measurement.SustainedPerSecond, summary.Measurement.MaxNs), Is.EqualTo((200.0, 3_000.0)));
        });
    }

    [Test]
    public void Of_ARunFailed_OthersCountAndTheWholeHasFailed()
    {
        ScenarioSummary summary = Summary(
            "async", Measured.Failed("direct", run: 1), Measured.Result("async", 100, run: 1), Measured.Failed("async", run: 2));

        Assert.Multiple(() =>
        {
            Assert.That(summary.Failed, Is.True);
            Assert.That(summary.Sustained!.Value.Median, Is.EqualTo(100));
            Assert.That(summary.RatioToBaseline, Is.Null);
        });
    }

    private static ScenarioSummary Summary(string scenario, params ScenarioResult[] results) =>
        ScenarioSummary.Of(results).Single(summary => summary.Scenario.Name == scenario);
}
