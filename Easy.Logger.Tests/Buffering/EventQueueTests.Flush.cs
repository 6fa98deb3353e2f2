namespace Easy.Logger.Tests.Buffering;

/// <summary>Flush tickets: what they wait for, and what ends them.</summary>
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
}
