using Easy.Logger.Buffering;

namespace Easy.Logger.Tests.Buffering;

/// <summary>When the worker gets a batch: full, urgent, old, closed.</summary>
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
}
