using Easy.Logger.Buffering;
using Easy.Logger.Threading;

namespace Easy.Logger.Tests.Buffering;

/// <summary>Flush tickets: what they wait for, and what ends them. New options while something waits; and the snapshot.</summary>
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

    [Test]
    public void Configure_EventsWait_MakesThemDue()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 10, limit: 10));
        driver.Enqueue("a");
        using Task<(QueueWork, LoggingEvent[] Batch, FlushTicket?)> next = driver.BeginNext();
        driver.AwaitTimer();

        driver.Queue.Configure(QueueDriver.Options(bufferSize: 20, limit: 20));

        Eventually.Returns(next.Wait, "what waited");
        Assert.That(next.Result.Batch, Has.Length.EqualTo(1));
    }

    [Test]
    public void Configure_FlushUnderWay_StillWaitsForItsEvents()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 2, limit: 10));
        driver.EnqueueAll("a", "b", "c", "d");
        FlushTicket ticket = driver.Queue.RequestFlush(flushLossyHistory: false, Deadline.Never);
        driver.TakeAndSettle();

        driver.Queue.Configure(QueueDriver.Options(bufferSize: 1, limit: 10));

        Assert.That(driver.TakeAndSettle(), Is.EqualTo(new[] { "c" }));
        Assert.That(driver.TakeAndSettle(), Is.EqualTo(new[] { "d" }));
        Assert.That(driver.Next().Ticket, Is.SameAs(ticket));
    }

    [Test]
    public void Snapshot_FromTheFirstEventToTheLast_TellsWhereTheyAre()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 2, limit: 10));
        Assert.That(driver.Statistics.OldestPendingAge, Is.EqualTo(TimeSpan.Zero));
        driver.EnqueueAll("a", "b");
        driver.Clock.Advance(TimeSpan.FromSeconds(1));
        driver.Enqueue("c");
        driver.Clock.Advance(TimeSpan.FromSeconds(1));
        Assert.That((driver.Statistics.Pending, driver.Statistics.InFlight), Is.EqualTo((3L, 0L)));
        Assert.That(driver.Statistics.OldestPendingAge, Is.EqualTo(TimeSpan.FromSeconds(2)));

        driver.Take();
        Assert.That((driver.Statistics.Pending, driver.Statistics.InFlight, driver.Statistics.Batches), Is.EqualTo((3L, 2L, 0L)));
        Assert.That(driver.Statistics.OldestPendingAge, Is.EqualTo(TimeSpan.FromSeconds(2)), "those in flight are the oldest");

        driver.Complete(failed: 1);
        BufferStatistics settled = driver.Statistics;
        Assert.That((settled.Pending, settled.InFlight, settled.Forwarded, settled.Failed), Is.EqualTo((1L, 0L, 1L, 1L)));
        Assert.That((settled.Batches, settled.LargestBatch), Is.EqualTo((1L, 2)));
        Assert.That(settled.OldestPendingAge, Is.EqualTo(TimeSpan.FromSeconds(1)));
        driver.CloseAndDrain();
        Assert.That((driver.Statistics.Batches, driver.Statistics.LargestBatch, driver.Statistics.Pending), Is.EqualTo((2L, 2, 0L)));
    }

    [Test]
    public void Settle_HistoryHeldAndGivenUpLater_KeepsTheLedger()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 2, limit: 2, lossy: true));
        driver.EnqueueAll("a", "b");
        driver.Take();
        driver.Queue.Complete(new BatchResult());
        Assert.That((driver.Statistics.Pending, driver.Statistics.InFlight), Is.EqualTo((2L, 0L)), "held, and no longer in the way");
        driver.EnqueueAll("c", "d");

        BatchResult givenUp = new();
        givenUp.Drop(DropReason.Lossy, Level.Debug);
        givenUp.Count(forwarded: 1, failed: 0);
        driver.Queue.Complete(givenUp);

        BufferStatistics statistics = driver.Statistics;
        Assert.That((statistics.Pending, statistics.Forwarded, statistics.Batches), Is.EqualTo((2L, 1L, 1L)), "giving up is not a batch");
        Assert.That(Drops(driver), Is.EqualTo(new[] { "Lossy DEBUG 1" }));
    }
}
