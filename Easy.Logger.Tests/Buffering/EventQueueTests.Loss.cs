using Easy.Logger.Buffering;
using Easy.Logger.Threading;

namespace Easy.Logger.Tests.Buffering;

/// <summary>Where the worker hears of a loss, and when.</summary>
internal sealed partial class EventQueueTests
{
    [Test]
    public void WaitForWork_OldestWereDropped_GivesTheLossBeforeWhatIsLeft()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 1, limit: 2, OverflowPolicy.DropOldest, reportLoss: true));
        driver.EnqueueAll("lost 1", "lost 2", "lost 3", "a", "b");

        Assert.That(driver.Next().Work, Is.EqualTo(QueueWork.Loss));
        Assert.That(driver.Loss!.Total, Is.EqualTo(3));
        Assert.That(TakeTwo(driver), Is.EqualTo(new[] { "a", "b" }));
    }

    [Test]
    public void WaitForWork_LowLevelsWereDroppedFromTheMiddle_EndsTheBatchBeforeTheGap()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 3, limit: 3, OverflowPolicy.DropLowestLevel, reportLoss: true));
        driver.Enqueue("warn 1", Level.Warn);
        driver.Enqueue("warn 2", Level.Warn);
        driver.Enqueue("lost", Level.Debug);
        driver.Enqueue("warn 3", Level.Warn);

        Assert.That(driver.TakeAndSettle(), Is.EqualTo(new[] { "warn 1", "warn 2" }));
        Assert.That(driver.Next().Work, Is.EqualTo(QueueWork.Loss));
        driver.Queue.Close();
        Assert.That(driver.TakeAndSettle(), Is.EqualTo(new[] { "warn 3" }));
    }

    [Test]
    public void WaitForWork_LossGoesOn_IsToldOncePerIdleTimeAndAtTheEnd()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 1, limit: 2, OverflowPolicy.DropOldest, reportLoss: true));
        driver.EnqueueAll("lost", "a", "b");
        Assert.That(driver.Next().Work, Is.EqualTo(QueueWork.Loss));

        for (int i = 0; i < 3; i++)
        {
            driver.EnqueueAll("lost", "lost");
            Assert.That(TakeTwo(driver), Has.Length.EqualTo(2), "reported a moment ago");
            driver.EnqueueAll("x", "y");
        }

        TakeTwo(driver);
        Assert.That(driver.Next().Work, Is.EqualTo(QueueWork.Loss), "nothing waits any more");
        Assert.That(driver.Loss!.Total, Is.EqualTo(6));
    }

    [Test]
    public void WaitForWork_LossGoesOnForLongerThanTheIdleTime_IsToldAgain()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 2, limit: 2, OverflowPolicy.DropOldest, reportLoss: true));
        driver.EnqueueAll("lost", "a", "b");
        Assert.That(driver.Next().Work, Is.EqualTo(QueueWork.Loss));
        driver.TakeAndSettle();

        driver.Clock.Advance(TimeSpan.FromMilliseconds(500));
        driver.EnqueueAll("lost", "c", "d");

        Assert.That(driver.Next().Work, Is.EqualTo(QueueWork.Loss));
    }

    [Test]
    public void WaitForWork_FlushBehindALoss_IsAnsweredAfterIt()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 1, limit: 1, OverflowPolicy.DropNewest, reportLoss: true));
        driver.EnqueueAll("a", "lost");
        driver.Queue.RequestFlush(flushLossyHistory: false, Deadline.Never);

        driver.TakeAndSettle();

        Assert.That(driver.Next().Work, Is.EqualTo(QueueWork.Loss));
        Assert.That(driver.Next().Work, Is.EqualTo(QueueWork.Flush));
    }

    [Test]
    public void Discard_ReportLoss_GivesTheLossBeforeTheEnd()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 10, limit: 10, reportLoss: true));
        driver.EnqueueAll("a", "b");

        driver.Queue.Close();
        driver.Queue.Discard();

        Assert.That(driver.Next().Work, Is.EqualTo(QueueWork.Loss));
        Assert.That(driver.Loss!.DropCounts.Single().Reason, Is.EqualTo(DropReason.Closing));
        Assert.That(driver.Next().Work, Is.EqualTo(QueueWork.End));
    }

    [Test]
    public void TakeUnreportedLoss_OneLoss_IsUnreportedOnceUntilHalfOfTheRoomIsFree()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 1, limit: 4, OverflowPolicy.DropNewest));
        Assert.That(driver.Queue.TakeUnreportedLoss(), Is.False);

        driver.EnqueueAll("a", "b", "c", "d", "lost", "lost");
        Assert.That(driver.Queue.TakeUnreportedLoss(), Is.True);
        Assert.That(driver.Queue.TakeUnreportedLoss(), Is.False);
        driver.TakeAndSettle();
        driver.EnqueueAll("e", "lost");

        Assert.That(driver.Queue.TakeUnreportedLoss(), Is.False, "the same loss");
    }

    private static string[] TakeTwo(QueueDriver driver) => [.. driver.TakeAndSettle(), .. driver.TakeAndSettle()];
}
