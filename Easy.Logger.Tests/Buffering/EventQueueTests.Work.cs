using Benchmarker;
using Easy.Logger.Buffering;

namespace Easy.Logger.Tests.Buffering;

/// <summary>
/// When the worker gets a batch: full, urgent, old, closed. And what each policy does with a full queue; see the other parts for blocking,
/// losses, flushes and configuration.
/// </summary>
internal sealed partial class EventQueueTests
{
    private static readonly TimeSpan _idleTime = TimeSpan.FromMilliseconds(BufferingOptions.DefaultIdleTime);

    [Test]
    public void WaitForWork_BatchFull_TakesOneBatchAndLeavesTheRest()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 3, limit: 10));
        driver.EnqueueAll("a", "b", "c", "d", "e", "f", "g");

        Assert.That(driver.TakeAndSettle(), Is.EqualTo(new[] { "a", "b", "c" }));
        Assert.That(driver.TakeAndSettle(), Is.EqualTo(new[] { "d", "e", "f" }));
        using Task<(QueueWork, LoggingEvent[], FlushTicket?)> next = driver.BeginNext();
        driver.AwaitTimer();
        Assert.That(driver.Statistics.Pending, Is.EqualTo(1));

        driver.EnqueueAll("h", "i");
        Eventually.Returns(next.Wait, "the batch that became full");
    }

    [Test]
    public void WaitForWork_UrgentEventBehindMoreThanOneBatch_TakesBatchesUntilItIsOut()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 2, limit: 10));
        driver.EnqueueAll("a", "b");
        driver.Enqueue("c", urgent: true);

        Assert.That(driver.TakeAndSettle(), Is.EqualTo(new[] { "a", "b" }));
        Assert.That(driver.TakeAndSettle(), Is.EqualTo(new[] { "c" }));
    }

    [Test]
    public void WaitForWork_AfterAnUrgentBatch_TheNextEventWaitsForItsTime()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 10, limit: 10));
        driver.Enqueue("a", urgent: true);
        driver.TakeAndSettle();
        driver.Enqueue("b");

        using Task<(QueueWork, LoggingEvent[] Batch, FlushTicket?)> next = driver.BeginNext();
        driver.AwaitTimer();
        driver.Clock.Advance(_idleTime);

        Eventually.Returns(next.Wait, "the idle batch");
        Assert.That(next.Result.Batch, Has.Length.EqualTo(1));
    }

    [Test]
    public void WaitForWork_UrgentEventEvicted_LeavesNothingUrgent()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 2, limit: 2, OverflowPolicy.DropLowestLevel));
        driver.Enqueue("urgent", Level.Debug, urgent: true);
        driver.Enqueue("later", Level.Info);
        driver.Enqueue("evicts", Level.Warn);

        driver.TakeAndSettle();
        driver.Enqueue("waits");
        using Task<(QueueWork, LoggingEvent[], FlushTicket?)> next = driver.BeginNext();
        driver.AwaitTimer();
        driver.Queue.Close();
        Eventually.Returns(next.Wait, "the rest");
    }

    [Test]
    public void OldestPendingAge_BatchTakenEarly_TheNextBatchHasItsOwnAge()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 4, limit: 20));
        driver.Enqueue("x", urgent: true);
        driver.TakeAndSettle();
        driver.EnqueueAll("b", "c", "d");
        driver.Clock.Advance(TimeSpan.FromMilliseconds(40));
        driver.Enqueue("e");
        driver.Clock.Advance(TimeSpan.FromMilliseconds(20));
        driver.Enqueue("f");

        Assert.That(driver.TakeAndSettle(), Is.EqualTo(new[] { "b", "c", "d", "e" }));

        Assert.That(driver.Statistics.OldestPendingAge, Is.EqualTo(TimeSpan.Zero), "that of f");
    }

    [Test]
    public void Enqueue_Closed_IsRejectedAndCountedApart([Values] OverflowPolicy policy)
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 2, limit: 2, policy));
        driver.EnqueueAll("a", "b");
        driver.Queue.Close();

        Assert.That(driver.Enqueue("late"), Is.False);
        Assert.That(driver.Queue.CountDropped(Level.Info, DropReason.Reentrant), Is.False);

        BufferStatistics statistics = driver.Statistics;
        Assert.That((statistics.Accepted, statistics.Rejected, statistics.Dropped), Is.EqualTo((2L, 2L, 0L)));
    }

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
