using Benchmarker.Throughput;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>Runs are interleaved, and each step says which it is.</summary>
internal sealed class BenchmarkPlanTests
{
    [Test]
    public void Steps_SeveralRuns_EveryScenarioBeforeTheNextRun() => Assert.That(
        Labels([1], runs: 2),
        Is.EqualTo(new[] { "direct, run 1", "async, run 1", "direct, run 2", "async, run 2" }));

    [Test]
    public void Steps_SeveralThreadCounts_EveryScenarioOfOneCountTogether() => Assert.That(
        Labels([1, 4], runs: 1),
        Is.EqualTo(new[] { "direct, 1 thread", "async, 1 thread", "direct, 4 threads", "async, 4 threads" }));

    [Test]
    public void Steps_OneRunOfOneCount_AreCalledByTheirScenario() =>
        Assert.That(Labels([16], runs: 1), Is.EqualTo(new[] { "direct", "async" }));

    private static IEnumerable<string> Labels(int[] threadCounts, int runs)
    {
        Scenario[] scenarios = [ScenarioCatalog.Baseline, ScenarioCatalog.Find("async")!];
        return BenchmarkPlan.Steps(new BenchmarkOptions(Seconds: 1, threadCounts, runs, scenarios)).Select(step => step.Label);
    }
}
