using Easy.Logger.Buffering;
using Easy.Logger.Capture;
using Easy.Logger.Diagnostics;
using Easy.Logger.Tests.Support;
using Easy.Logger.Threading;
using log4net.Core;

namespace Easy.Logger.Tests.Buffering;

/// <summary>New options while events, callers and flushes wait; and the snapshot.</summary>
internal sealed partial class EventQueueTests
{
    [Test]
    public void Configure_EventsWait_KeepsThemInOrderUnderAnyPolicy([Values] OverflowPolicy before, [Values] OverflowPolicy after)
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 10, limit: 10, before));
        driver.Enqueue("w", Level.Warn);
        driver.Enqueue("d", Level.Debug);
        driver.Enqueue("e", Level.Error);

        driver.Queue.Configure(QueueDriver.Options(bufferSize: 4, limit: 5, after));
        driver.Enqueue("i", Level.Info);

        Assert.That(driver.CloseAndDrain(), Is.EqualTo(new[] { "w", "d", "e", "i" }));
    }

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
    public void Configure_LimitBelowWhatWaits_IsFullForAWhileAndLosesNothing()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 2, limit: 10));
        driver.EnqueueAll([.. Numbered(6)]);
        driver.Queue.Configure(QueueDriver.Options(bufferSize: 2, limit: 2, OverflowPolicy.DropNewest));
        driver.Enqueue("too many");
        List<string> through = [.. driver.TakeAndSettle()];
        driver.Enqueue("still too many");
        through.AddRange(driver.TakeAndSettle());
        through.AddRange(driver.TakeAndSettle());
        driver.Enqueue("fits");

        Assert.That(through.Concat(driver.CloseAndDrain()), Is.EqualTo(Numbered(6).Append("fits")));
        Assert.That(Drops(driver), Is.EqualTo(new[] { "QueueFull INFO 2" }));
    }

    [Test]
    public void Configure_LargerLimit_LetsWaitingCallersIn()
    {
        QueueDriver driver = Full(1, OverflowPolicy.Block);
        Task[] blocked = [driver.EnqueueBlocked("b"), driver.EnqueueBlocked("c")];

        driver.Queue.Configure(QueueDriver.Options(bufferSize: 1, limit: 3));

        Eventually.Returns(() => Task.WaitAll(blocked), "the blocked calls");
        Assert.That(driver.CloseAndDrain(), Is.EquivalentTo(new[] { "0", "b", "c" }));
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
    public void Configure_BatchInFlight_CountsItAgainstTheNewLimit()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 2, limit: 4));
        driver.EnqueueAll("a", "b");
        driver.Take();

        driver.Queue.Configure(QueueDriver.Options(bufferSize: 2, limit: 2, OverflowPolicy.DropNewest));
        driver.Enqueue("too many");
        driver.Complete();

        Assert.That(Drops(driver), Is.EqualTo(new[] { "QueueFull INFO 1" }));
        Assert.That(driver.Statistics.Forwarded, Is.EqualTo(2));
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

    [Test]
    public void AllMembers_ManyThreads_LoseNothingAndKeepEachThreadsOrder([Values(1, 3, 64)] int limit)
    {
        const int Threads = 4;
        const int EventsEach = 2_000;
        EventQueue queue = new(QueueDriver.Options(Math.Min(limit, 8), limit), TimeProvider.System);
        List<string> through = [];
        using BackgroundCall<bool> worker = new(() =>
        {
            BatchResult result = new();
            while (queue.WaitForWork() is CapturedEvents events)
            {
                LoggingEvent[] batch = events.ToArray();
                through.AddRange(batch.Select(loggingEvent => loggingEvent.RenderedMessage!));
                result.Clear();
                result.Count(batch.Length, failed: 0);
                queue.Complete(result);
            }

            return true;
        });
        BackgroundCall<bool>[] callers = [.. Enumerable.Range(0, Threads).Select(thread => new BackgroundCall<bool>(() =>
            Enumerable.Range(0, EventsEach).All(i => queue.Enqueue(Some.Event($"{thread}:{i}"), urgent: i % 100 == 0))))];

        Assert.That(callers.Select(caller => caller.Result), Has.All.True);
        queue.Close();
        Assert.That(worker.Result, Is.True);
        BufferStatistics statistics = queue.Snapshot(BufferState.Closed, lastError: null);
        Assert.That((statistics.Accepted, statistics.Forwarded, statistics.Pending), Is.EqualTo((8_000L, 8_000L, 0L)));
        foreach (IGrouping<string, string> thread in through.GroupBy(message => message.Split(':')[0]))
        {
            Assert.That(thread, Is.EqualTo(Enumerable.Range(0, EventsEach).Select(i => $"{thread.Key}:{i}")));
        }
    }
}
