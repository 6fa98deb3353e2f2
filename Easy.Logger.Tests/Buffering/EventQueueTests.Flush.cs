namespace Easy.Logger.Tests.Buffering;

/// <summary>Flush tickets: what they wait for, and what ends them. New options while something waits; and the snapshot.</summary>
internal sealed partial class EventQueueTests
{
    [Test]
    public void RequestFlush_LaterEventsKeepComing_IsAnsweredWhenItsOwnAreThrough() => new QueueDriver(bufferSize: 2)
        .Log("a b")
        .RequestFlush(out FlushTicket ticket)
        .Log("c d e f")
        .Gives("a b")
        .Gives(ticket);

    [Test]
    public void RequestFlush_WhatItWaitsForIsEvicted_IsAnswered(
        [Values(OverflowPolicy.DropOldest, OverflowPolicy.DropLowestLevel)] OverflowPolicy policy) =>
        new QueueDriver(bufferSize: 1, limit: 1, policy)
            .Log("a")
            .RequestFlush(out FlushTicket ticket)
            .Log("b", Level.Error)
            .Gives(ticket);

    /// <summary>The close is over, and the worker is still in a child.</summary>
    [Test]
    public void Abandon_AFlushWaits_ItIsAnswered()
    {
        QueueDriver driver = new QueueDriver(bufferSize: 1).Log("a").RequestFlush(out FlushTicket ticket);
        driver.Take();

        driver.Close().Queue.Abandon();

        Assert.That(Eventually.Returns(() => ticket.Wait(), "the flush"), Is.False);
    }

    [Test]
    public void RequestFlush_ClosedButNotEmpty_IsAnsweredBeforeTheEnd() => new QueueDriver(bufferSize: 10)
        .Log("a")
        .Close()
        .RequestFlush(out FlushTicket ticket)
        .Gives("a")
        .Gives(ticket)
        .GivesEnd();

    [Test]
    public void RequestFlush_AfterTheEndWithEventsHeld_IsAnsweredWithFalse()
    {
        QueueDriver driver = new QueueDriver(bufferSize: 10, lossy: true).Log("held");
        driver.Take();
        driver.Queue.Complete(new BatchResult());
        driver.CloseAndDrain();

        driver.RequestFlush(out FlushTicket ticket);

        Assert.That(Eventually.Returns(ticket.Wait, "the answer"), Is.False);
    }

    [Test]
    public void Conclude_CallerTimedOut_TheWorkerIsNotAskedAnyMore()
    {
        QueueDriver driver = new(bufferSize: 10);
        FlushTicket ticket = driver.Queue.RequestFlush(flushLossyHistory: false, Deadline.In(0));

        driver.Queue.Conclude(ticket, flushed: false);

        driver.Close().GivesEnd();
        Assert.That(driver.Statistics.Flushes, Is.Zero);
    }

    [Test]
    public void WaitForTicket_DeadlinePasses_GivesNullAndALateAnswerHurtsNobody()
    {
        FlushTicket ticket = Ticket(Deadline.In(1));

        Assert.That(Eventually.Returns(ticket.Wait, "Wait"), Is.Null);
        Assert.That(() => ticket.Answer(true), Throws.Nothing);
    }

    [Test]
    public void WaitForTicket_Interrupted_Throws()
    {
        FlushTicket ticket = Ticket(Deadline.Never);
        using BackgroundCall<bool?> wait = new(ticket.Wait);
        wait.AwaitBlocked();

        wait.Interrupt();

        Assert.That(() => wait.Result, Throws.InstanceOf<ThreadInterruptedException>());
    }

    private static FlushTicket Ticket(Deadline deadline) => new(target: 0, flushLossyHistory: false, deadline);

    [Test]
    public void Configure_EventsWait_MakesThemDue() => new QueueDriver(bufferSize: 10)
        .Log("a")
        .Sleeps(until: queue => queue.Configure(bufferSize: 20, limit: 20), gives: "a");

    [Test]
    public void Configure_FlushUnderWay_StillWaitsForItsEvents()
    {
        QueueDriver driver = new QueueDriver(bufferSize: 2).Log("a b c d").RequestFlush(out FlushTicket ticket).Gives("a b");

        driver.Configure(bufferSize: 1, limit: 10);

        driver.Gives("c").Gives("d").Gives(ticket);
    }

    [Test]
    public void Snapshot_FromTheFirstEventToTheLast_SaysWhereTheyAre()
    {
        QueueDriver driver = new(bufferSize: 2);
        Assert.That(driver.Statistics.OldestPendingAge, Is.EqualTo(TimeSpan.Zero));
        driver.Log("a b").Clock.Advance(TimeSpan.FromSeconds(1));
        driver.Log("c").Clock.Advance(TimeSpan.FromSeconds(1));
        AssertPending(3, inFlight: 0, batches: 0, seconds: 2);

        driver.Take();
        AssertPending(3, inFlight: 2, batches: 0, seconds: 2); // those in flight are the oldest

        driver.Complete(failed: 1);
        AssertPending(1, inFlight: 0, batches: 1, seconds: 1);
        Assert.That((driver.Statistics.Forwarded, driver.Statistics.Failed), Is.EqualTo((1L, 1L)));
        Assert.That(driver.Statistics.LargestBatch, Is.EqualTo(2));
        driver.CloseAndDrain();
        AssertPending(0, inFlight: 0, batches: 2, seconds: 0);
        Assert.That(driver.Statistics.LargestBatch, Is.EqualTo(2));

        void AssertPending(long pending, long inFlight, long batches, int seconds)
        {
            BufferStatistics now = driver.Statistics;
            Assert.That((now.Pending, now.InFlight, now.Batches), Is.EqualTo((pending, inFlight, batches)));
            Assert.That(now.OldestPendingAge, Is.EqualTo(TimeSpan.FromSeconds(seconds)));
        }
    }

    [Test]
    public void CompleteBatch_HistoryHeldAndDroppedLater_KeepsTheCountersRight()
    {
        QueueDriver driver = new QueueDriver(bufferSize: 2, limit: 2, lossy: true).Log("a b");
        driver.Take();
        driver.Queue.Complete(new BatchResult());
        Assert.That((driver.Statistics.Pending, driver.Statistics.InFlight), Is.EqualTo((2L, 0L)), "held, and no longer in the way");
        driver.Log("c d");

        BatchResult dropped = new();
        dropped.Drop(DropReason.Lossy, Level.Debug);
        dropped.Count(forwarded: 1, failed: 0);
        driver.Queue.Complete(dropped);

        BufferStatistics statistics = driver.Statistics;
        Assert.That((statistics.Pending, statistics.Forwarded, statistics.Batches), Is.EqualTo((2L, 1L, 1L)), "giving up is not a batch");
        Assert.That(Drops(driver), Is.EqualTo(new[] { "Lossy DEBUG 1" }));
    }
}
