using Benchmarker.Soak;

namespace Easy.Logger.Tests.Stress;

/// <summary>Very many threads. For a minute of it: <c>dotnet run -c Release --project Benchmarker -- storm</c>.</summary>
[Category("Stress")]
[NonParallelizable] // it takes all cores, which other tests would have to wait for
internal sealed class StormTests
{
    /// <summary>
    /// 1000 threads, two async forwarders over rolling files; every call returns, and lines and counted drops are the calls made.
    /// </summary>
    [Test]
    [Demand("A1")]
    public void ThousandThreads_EveryEventIsALineOrCountedAndInOrder()
    {
        using TempFolder folder = new();

        StormResult result = new StormRun(threads: 1000, TimeSpan.FromSeconds(1), perSecond: 30_000, folder.Path).Run();

        Assert.Multiple(() =>
        {
            Assert.That(result.Faults, Is.Empty);
            Assert.That(result.Calls, Is.GreaterThan(1000));
            Assert.That(result.Counters, Has.Count.EqualTo(2));
        });
    }
}
