using Easy.Logger.Buffering;
using Easy.Logger.Threading;

namespace Easy.Logger.Tests.Buffering;

/// <summary>Flush tickets: what they wait for, and what ends them.</summary>
internal sealed partial class EventQueueTests
{
    [Test]
    public void RequestFlush_NothingWaits_IsTheNextWork([Values] bool flushLossyHistory)
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 10, limit: 10));

        FlushTicket ticket = driver.Queue.RequestFlush(flushLossyHistory, Deadline.Never);

        (QueueWork work, _, FlushTicket? given) = driver.Next();
        Assert.That((work, given), Is.EqualTo((QueueWork.Flush, ticket)));
        Assert.That(ticket.FlushLossyHistory, Is.EqualTo(flushLossyHistory));
    }

    [Test]
    public void RequestFlush_LaterEventsKeepComing_IsAnsweredWhenItsOwnAreThrough()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 2, limit: 10));
        driver.EnqueueAll("a", "b");
        FlushTicket ticket = driver.Queue.RequestFlush(flushLossyHistory: false, Deadline.Never);
        driver.EnqueueAll("c", "d", "e", "f");

        driver.TakeAndSettle();

        Assert.That(driver.Next().Ticket, Is.SameAs(ticket));
    }

    [Test]
    public void RequestFlush_WhatItWaitsForIsEvicted_IsAnswered(
        [Values(OverflowPolicy.DropOldest, OverflowPolicy.DropLowestLevel)] OverflowPolicy policy)
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 1, limit: 1, policy));
        driver.Enqueue("a", Level.Info);
        FlushTicket ticket = driver.Queue.RequestFlush(flushLossyHistory: false, Deadline.Never);

        driver.Enqueue("b", Level.Error);

        Assert.That(driver.Next().Ticket, Is.SameAs(ticket));
    }

    [Test]
    public void RequestFlush_SeveralAtOnce_AllAreGivenOnce()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 10, limit: 10));
        FlushTicket[] tickets =
            [.. Enumerable.Range(0, 3).Select(_ => driver.Queue.RequestFlush(flushLossyHistory: false, Deadline.Never))];

        FlushTicket?[] given = [driver.Next().Ticket, driver.Next().Ticket, driver.Next().Ticket];

        Assert.That(given, Is.EquivalentTo(tickets));
        driver.Queue.Close();
        Assert.That(driver.Next().Work, Is.EqualTo(QueueWork.End));
    }

    [Test]
    public void RequestFlush_ClosedButNotEmpty_IsAnsweredBeforeTheEnd()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 10, limit: 10));
        driver.Enqueue("a");
        driver.Queue.Close();
        FlushTicket ticket = driver.Queue.RequestFlush(flushLossyHistory: false, Deadline.Never);

        driver.TakeAndSettle();

        Assert.That(driver.Next().Ticket, Is.SameAs(ticket));
        Assert.That(driver.Next().Work, Is.EqualTo(QueueWork.End));
    }

    [Test]
    public void RequestFlush_AfterTheEndWithEventsHeld_IsAnsweredWithFalse()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 10, limit: 10, lossy: true));
        driver.Enqueue("held");
        driver.Take();
        driver.Queue.Complete(new BatchResult());
        driver.CloseAndDrain();

        FlushTicket ticket = driver.Queue.RequestFlush(flushLossyHistory: false, Deadline.Never);

        Assert.That(Eventually.Returns(ticket.Wait, "the answer"), Is.False);
    }

    [Test]
    public void Conclude_CallerGaveUp_TheWorkerIsNotAskedAnyMore()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 10, limit: 10));
        FlushTicket ticket = driver.Queue.RequestFlush(flushLossyHistory: false, Deadline.In(0));

        driver.Queue.Conclude(ticket, flushed: false);

        driver.Queue.Close();
        Assert.That(driver.Next().Work, Is.EqualTo(QueueWork.End));
        Assert.That(driver.Statistics.Flushes, Is.Zero);
    }

    [Test]
    public void WaitForTicket_AnsweredAfterTheDeadlineButBeforeTheWait_GivesTheAnswer()
    {
        FlushTicket ticket = Ticket(Deadline.In(0));
        ticket.Answer(true);

        Assert.That(ticket.Wait(), Is.True);
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
