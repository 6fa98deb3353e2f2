using Benchmarker;
using Easy.Logger.Buffering;

namespace Easy.Logger.Tests.Buffering;

/// <summary>What each policy does with a full queue; see the other parts for blocking, work, configuration and the ledger.</summary>
internal sealed partial class EventQueueTests
{
    [Test]
    public void Enqueue_EventsWithoutLevel_AreCountedUnderAnEmptyNameAndCountsTakenBeforeStay()
    {
        QueueDriver driver = Full(1, OverflowPolicy.DropNewest);

        driver.Queue.Enqueue(Some.EventWithoutLevel(), urgent: false);
        BufferStatistics before = driver.Statistics;
        driver.Queue.Enqueue(Some.EventWithoutLevel(), urgent: false);

        Assert.That(Drops(driver), Is.EqualTo(new[] { "QueueFull  2" }));
        Assert.That(before.DropCounts.Single().Count, Is.EqualTo(1));
    }

    [TestCase(OverflowPolicy.DropNewest, 1, 1, 101)]
    [TestCase(OverflowPolicy.DropNewest, 2, 5, 102)]
    [TestCase(OverflowPolicy.DropOldest, 1, 1, 103)]
    [TestCase(OverflowPolicy.DropOldest, 2, 5, 104)]
    [TestCase(OverflowPolicy.DropOldest, 3, 300, 105)]
    [TestCase(OverflowPolicy.DropLowestLevel, 1, 1, 106)]
    [TestCase(OverflowPolicy.DropLowestLevel, 2, 5, 107)]
    [TestCase(OverflowPolicy.DropLowestLevel, 3, 50, 108)]
    [TestCase(OverflowPolicy.Block, 2, 5, 109)]
    public void AllMembers_AnySequenceOfSteps_DoWhatAPlainListDoes(OverflowPolicy policy, int bufferSize, int limit, int seed)
    {
        Chance chance = new(seed);
        QueueDriver driver = new(QueueDriver.Options(bufferSize, limit, policy, blockTimeout: 0));
        QueueModel model = new(policy, limit);
        Level[] levels = [Level.Debug, Level.Info, Level.Warn, Level.Error];
        for (int step = 0; step < 1_500; step++)
        {
            if (chance.Below(4) > 0)
            {
                Level level = chance.Of(levels);
                driver.Enqueue($"{step}", level);
                model.Enqueue($"{step}", level);
            }
            else if (driver.Statistics.InFlight > 0)
            {
                int failed = chance.Below((int)driver.Statistics.InFlight + 1);
                driver.Complete(failed);
                model.Complete(failed);
            }
            else if (chance.OneIn(10))
            {
                (OverflowPolicy newPolicy, int newLimit) = (chance.Of(Enum.GetValues<OverflowPolicy>()), 1 + chance.Below(limit));
                driver.Queue.Configure(QueueDriver.Options(bufferSize, newLimit, newPolicy, blockTimeout: 0));
                model.Configure(newPolicy, newLimit);
            }
            else if (driver.Statistics.Pending > 0)
            {
                // How events are grouped after an eviction is not promised.
                string[] taken = driver.TakeDue();
                Assert.That(taken, Is.EqualTo(model.Take(taken.Length)).And.Length.InRange(1, bufferSize));
            }

            Assert.That(Counts(driver.Statistics), Is.EqualTo(model.Counts), $"step {step} of seed {seed}");
        }

        Assert.That(Drops(driver), Is.EqualTo(model.Drops));
        Assert.That(driver.Statistics.Dropped, Is.Positive, "the steps filled the queue");
        Assert.That(driver.Statistics.Failed, Is.Positive);
    }

    private static (long Accepted, long Forwarded, long Failed, long Dropped, long Pending) Counts(BufferStatistics statistics) =>
        (statistics.Accepted, statistics.Forwarded, statistics.Failed, statistics.Dropped, statistics.Pending);

    private static QueueDriver Full(int capacity, OverflowPolicy policy)
    {
        // One event per batch, so that one settled batch is one place.
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 1, capacity, policy));
        driver.EnqueueAll([.. Numbered(capacity)]);
        return driver;
    }

    private static IEnumerable<string> Numbered(int count) => Enumerable.Range(0, count).Select(i => $"{i}");

    private static string[] Drops(QueueDriver driver) => [.. driver.Statistics.DropCounts.Select(drop => drop.ToString())];
}
