using Benchmarker.Soak;

namespace Easy.Logger.Tests.Stress;

/// <summary>
/// Everything at once, for a few seconds. To repeat a seed, or to go on for longer:
/// <c>dotnet run -c Release --project Benchmarker -- stress --seed N --minutes N</c>, and <c>storm</c> for a minute of very many threads.
/// </summary>
[Category("Stress")]
[NonParallelizable] // it takes all cores, which other tests would have to wait for
internal sealed class StressTests
{
    private static readonly TimeSpan _runTime = TimeSpan.FromSeconds(1);

    /// <summary>
    /// Options, children, filters and configurations change while threads log before children that are slow, fail, log
    /// and flush. No call throws or hangs, each forwarder's counters agree with what its children got, and no thread's events change their
    /// order.
    /// </summary>
    [TestCase(12)]
    [TestCase(102)]
    [Demand("F6", "D1", "A6", "B12")]
    public void RandomChildrenFiltersOptionsAndReloads_CountersAndOrderAreRight(int seed)
    {
        StressResult result = new StressRun(seed, _runTime).Run();

        TestContext.Out.WriteLine($"seed {seed}: {result.Summary}");
        Assert.That(result.Faults, Is.Empty, $"seed {seed}: {result.Summary}");
    }

    /// <summary>
    /// 1000 threads, two async forwarders over rolling files; every call returns, and lines and counted drops are the calls made.
    /// </summary>
    [Test]
    [Demand("A1")]
    public void ThousandThreads_EveryEventIsALineOrCountedAndInOrder()
    {
        using TempFolder folder = new();

        StormResult result = new StormRun(threads: 1000, TimeSpan.FromSeconds(1), perSecond: 30_000, folder.Path).Run();

        Assert.That(result.Faults, Is.Empty);
        Assert.That(result.Calls, Is.GreaterThan(1000));
        Assert.That(result.Counters, Has.Count.EqualTo(2));
    }
}
