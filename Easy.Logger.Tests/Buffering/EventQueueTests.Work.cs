namespace Easy.Logger.Tests.Buffering;

/// <summary>
/// When the worker gets a batch, and when it hears of a loss. JournaledQueueTests has any sequence of steps.
/// </summary>
internal sealed partial class EventQueueTests
{
    private static readonly TimeSpan _idleTime = TimeSpan.FromMilliseconds(BufferingOptions.DefaultIdleTime);

    [Test]
    public void WaitForWork_BatchFull_TakesOneBatchAndLeavesTheRest() => new QueueDriver(bufferSize: 3)
        .Log("a b c d e f g")
        .Gives("a b c")
        .Gives("d e f")
        .Sleeps(until: queue => queue.Log("h i"), gives: "g h i");

    [Test]
    public void WaitForWork_UrgentEventBehindMoreThanOneBatch_TakesBatchesUntilItIsOut() => new QueueDriver(bufferSize: 2)
        .Log("a b")
        .Log("c", urgent: true)
        .Gives("a b")
        .Gives("c");

    [Test]
    public void WaitForWork_AfterAnUrgentBatch_TheNextEventWaitsForItsTime() => new QueueDriver(bufferSize: 10)
        .Log("a", urgent: true)
        .Gives("a")
        .Log("b")
        .Sleeps(until: queue => queue.Clock.Advance(_idleTime), gives: "b");

    [Test]
    public void WaitForWork_UrgentEventEvicted_LeavesNothingUrgent() => new QueueDriver(2, limit: 2, OverflowPolicy.DropLowestLevel)
        .Log("urgent", Level.Debug, urgent: true)
        .Log("later")
        .Log("evicts", Level.Warn)
        .Gives("later evicts")
        .Log("waits")
        .Sleeps(until: queue => queue.Close(), gives: "waits");

    [Test]
    public void Enqueue_Closed_IsRejectedAndCountedApart([Values] OverflowPolicy policy)
    {
        QueueDriver driver = new QueueDriver(bufferSize: 5, limit: 10, policy).Log("a b").Close();

        Assert.That(driver.Enqueue("late"), Is.False);
        Assert.That(driver.Queue.CountDropped(Level.Info, DropReason.Reentrant), Is.False);

        BufferStatistics statistics = driver.Statistics;
        Assert.That((statistics.Accepted, statistics.Rejected, statistics.Dropped), Is.EqualTo((2L, 2L, 0L)));
    }

    [Test]
    public void WaitForWork_LowLevelsWereDroppedFromTheMiddle_EndsTheBatchBeforeTheGap() =>
        new QueueDriver(bufferSize: 3, limit: 3, OverflowPolicy.DropLowestLevel, reportLoss: true)
            .Log("first second", Level.Warn)
            .Log("lost", Level.Debug)
            .Log("third", Level.Warn)
            .Gives("first second")
            .GivesLoss(1)
            .Close()
            .Gives("third");

    [Test]
    public void WaitForWork_LossGoesOn_IsGivenOncePerIdleTimeAndAtTheEnd()
    {
        QueueDriver driver = new QueueDriver(bufferSize: 1, limit: 2, OverflowPolicy.DropOldest, reportLoss: true)
            .Log("lost a b")
            .GivesLoss(1);
        for (int i = 0; i < 3; i++)
        {
            // Reported a moment ago.
            driver.Log("c d").Gives("c").Gives("d").Log("a b");
        }

        driver.Gives("a").Gives("b").GivesLoss(6);
    }

    [Test]
    public void WaitForWork_FlushBehindALoss_IsAnsweredAfterIt() =>
        new QueueDriver(bufferSize: 1, limit: 1, OverflowPolicy.DropNewest, reportLoss: true)
            .Log("a lost")
            .RequestFlush(out FlushTicket ticket)
            .Gives("a")
            .GivesLoss(1)
            .Gives(ticket);

    private static string[] Drops(QueueDriver driver) => [.. driver.Statistics.DropCounts.Select(drop => drop.ToString())];
}
