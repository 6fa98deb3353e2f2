using Benchmarker.Stress;
using Easy.Logger.Buffering;
using Easy.Logger.Diagnostics;
using Easy.Logger.Tests.Support;
using log4net.Core;

namespace Easy.Logger.Tests.Journaling;

/// <summary>The journal beside its queue: what a kill at any moment would leave is what the queue holds.</summary>
internal sealed class JournaledQueueTests
{
    private const int Capacity = 4096;
    private const int MessageLength = 100;

    private JournalDriver? _driver;

    [TearDown]
    public void End() => _driver?.Dispose();

    [Test]
    public void Settle_Batch_ReleasesItAndNothingElse()
    {
        JournalDriver driver = Start(bufferSize: 2, limit: 10);
        driver.Enqueue("a");
        driver.Enqueue("b");
        driver.Enqueue("c");

        driver.Take();
        Assert.That(driver.Survivors().Messages, Is.EqualTo(new[] { "a", "b", "c" }), "with the child");

        driver.Settle(failed: 1);
        Assert.That(driver.Survivors().Messages, Is.EqualTo(new[] { "c" }));

        driver.Take();
        driver.Settle();
        Assert.That(driver.Survivors().Messages, Is.Empty);
    }

    [TestCase(OverflowPolicy.DropOldest, "b", "new")]
    [TestCase(OverflowPolicy.DropLowestLevel, "a", "new")]
    [TestCase(OverflowPolicy.DropNewest, "a", "b")]
    public void Enqueue_QueueFull_TheJournalFollowsThePolicy(OverflowPolicy policy, params string[] left)
    {
        JournalDriver driver = Start(bufferSize: 2, limit: 2, policy);
        driver.Enqueue("a", Level.Warn);
        driver.Enqueue("b", Level.Debug);

        driver.Enqueue("new", Level.Error);

        Assert.That(driver.Survivors().Messages, Is.EqualTo(left));
    }

    [Test]
    public void Enqueue_JournalFull_DropNewest_IsDroppedAsWithAFullQueue()
    {
        JournalDriver driver = Start(bufferSize: 50, limit: 100, OverflowPolicy.DropNewest);

        IReadOnlyList<string> messages = driver.Fill(MessageLength);

        Assert.That(messages, Has.Count.LessThan(50), "the journal was full before the queue");
        Assert.That(driver.Statistics.DroppedFor(DropReason.QueueFull), Is.EqualTo(1));
        Assert.That(driver.Survivors().Messages, Is.EqualTo(messages.SkipLast(1)));
    }

    /// <summary>What waits is less than a batch, and would otherwise wait for the idle time.</summary>
    [Test]
    public void Enqueue_JournalFull_WhatWaitsIsDueAtOnce()
    {
        JournalDriver driver = Start(bufferSize: 50, limit: 100, OverflowPolicy.DropNewest);
        IReadOnlyList<string> messages = driver.Fill(MessageLength);

        Assert.That(driver.TakeDue(), Is.EqualTo(messages.SkipLast(1)));
    }

    [Test]
    public void Enqueue_JournalFull_Block_WaitsUntilABatchIsSettled()
    {
        JournalDriver driver = Start(bufferSize: 50, limit: 100, OverflowPolicy.Block, blockTimeout: 0);
        IReadOnlyList<string> messages = driver.Fill(MessageLength);
        driver.Queue.Configure(QueueDriver.Options(50, 100, OverflowPolicy.Block, blockTimeout: -1));
        driver.TakeDue();
        Task call = Task.Factory.StartNew(() => driver.Enqueue("waits"), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        Eventually.Holds(() => driver.Queue.WaitingCallers == 1, "the caller waits for room in the journal");

        driver.Settle();

        Assert.That(call.Wait(Eventually.Patience), Is.True);
        Assert.That(driver.Survivors().Messages, Is.EqualTo(new[] { "waits" }));
        Assert.That(driver.Statistics.Forwarded, Is.EqualTo(messages.Count - 1));
    }

    [Test]
    public void Detach_CallerWaitsForRoomInTheJournal_GoesOn()
    {
        JournalDriver driver = Start(bufferSize: 50, limit: 100, OverflowPolicy.Block, blockTimeout: 0);
        driver.Fill(MessageLength);
        driver.Queue.Configure(QueueDriver.Options(50, 100, OverflowPolicy.Block, blockTimeout: -1));
        Task call = Task.Factory.StartNew(() => driver.Enqueue("waits"), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        Eventually.Holds(() => driver.Queue.WaitingCallers == 1, "the caller waits for room in the journal");

        driver.Queue.Detach();

        Assert.That(call.Wait(Eventually.Patience), Is.True);
    }

    [Test]
    public void Enqueue_JournalFull_DropOldest_TheOldestGoes()
    {
        JournalDriver driver = Start(bufferSize: 50, limit: 100, OverflowPolicy.DropOldest);

        IReadOnlyList<string> messages = driver.Fill(MessageLength);

        Assert.That(driver.Statistics.DroppedFor(DropReason.Evicted), Is.EqualTo(1));
        Assert.That(driver.Survivors().Messages, Is.EqualTo(messages.Skip(1)));
    }

    /// <summary>A batch that does not come back stands at the old end of the ring; what is evicted behind it has to make room all the same.</summary>
    [Test]
    public void Enqueue_JournalFullAndABatchHangs_DropOldest_TheNewestAreKept()
    {
        JournalDriver driver = Start(bufferSize: 2, limit: 10, OverflowPolicy.DropOldest);
        driver.Enqueue("hangs 1");
        driver.Enqueue("hangs 2");
        driver.Take();

        string[] messages = [.. Enumerable.Range(0, 1000).Select(i => $"{i}".PadRight(MessageLength))];
        Array.ForEach(messages, message => driver.Enqueue(message));

        Assert.That(driver.Survivors().Messages, Is.EqualTo(messages.TakeLast(8).Prepend("hangs 2").Prepend("hangs 1")));
        Assert.That(driver.Statistics.DroppedFor(DropReason.QueueFull), Is.Zero);

        driver.Settle();
        Assert.That(driver.Survivors().Messages, Is.EqualTo(messages.TakeLast(8)));
    }

    [Test]
    public void Enqueue_JournalFull_DropLowestLevel_LowerOnesGoForHigherOnes()
    {
        JournalDriver driver = Start(bufferSize: 50, limit: 100, OverflowPolicy.DropLowestLevel);
        int infos = driver.Fill(MessageLength).Count - 1;
        string[] errors = [.. Enumerable.Range(0, 1000).Select(i => $"{i}".PadRight(MessageLength))];

        Array.ForEach(errors, message => driver.Enqueue(message, Level.Error));

        Assert.That(driver.Statistics.DropCounts.Where(drop => drop.Reason == DropReason.Evicted).Sum(drop => drop.Count), Is.EqualTo(infos));
        Assert.That(driver.Survivors().Messages, Is.EqualTo(errors.Take(driver.Survivors().Messages.Count)).And.Count.GreaterThanOrEqualTo(infos - 2));
    }

    [Test]
    public void Configure_EventsWaitAndOneBatchIsUnderWay_EachKeepsItsRecord()
    {
        JournalDriver driver = Start(bufferSize: 2, limit: 5, OverflowPolicy.DropOldest);
        foreach (string message in new[] { "a", "b", "c", "d", "e" })
        {
            driver.Enqueue(message);
        }

        driver.Take();
        driver.Queue.Configure(QueueDriver.Options(2, 5, OverflowPolicy.DropLowestLevel));
        driver.Enqueue("f", Level.Fatal);
        Assert.That(driver.Survivors().Messages, Is.EqualTo(new[] { "a", "b", "d", "e", "f" }));

        driver.Settle();
        Assert.That(driver.Survivors().Messages, Is.EqualTo(new[] { "d", "e", "f" }));
    }

    /// <summary>Recovered events stay in the journal until they are settled in their turn, beyond the limit if need be.</summary>
    [Test]
    public void Attach_KilledTwice_NothingIsLostOnTheWay()
    {
        JournalDriver driver = Start(bufferSize: 2, limit: 4);
        foreach (string message in new[] { "a", "b", "c", "d" })
        {
            driver.Enqueue(message);
        }

        driver.Restart(QueueDriver.Options(2, limit: 2));
        Assert.That(driver.Statistics.Recovered, Is.EqualTo(4));
        Assert.That(driver.Statistics.Pending, Is.EqualTo(4));
        Assert.That(driver.TakeDue(), Is.EqualTo(new[] { "a", "b" }));

        driver.Restart(QueueDriver.Options(2, limit: 2));
        Assert.That(driver.TakeDue(), Is.EqualTo(new[] { "a", "b" }));
        driver.Settle();

        driver.Restart(QueueDriver.Options(2, limit: 10));
        driver.Enqueue("e");
        Assert.That(driver.Survivors().Messages, Is.EqualTo(new[] { "c", "d", "e" }));
        Assert.That(driver.TakeDue(), Is.EqualTo(new[] { "c", "d" }));
    }

    [Test]
    public void Discard_EventsWait_TheyAreLeftForTheNextRun()
    {
        JournalDriver driver = Start(bufferSize: 1, limit: 4);
        driver.Enqueue("under way");
        driver.Enqueue("waits");
        driver.Take();
        driver.Queue.Close();
        driver.Queue.Discard();
        driver.Settle();

        driver.Restart(QueueDriver.Options(1, limit: 4));

        Assert.That(driver.Statistics.Recovered, Is.EqualTo(1));
        Assert.That(driver.TakeDue(), Is.EqualTo(new[] { "waits" }));
    }

    /// <summary>
    /// Any sequence of steps with a kill in between at any moment: the next run finds the batch under way and what waits, in order and each once.
    /// </summary>
    [TestCase(OverflowPolicy.DropNewest, 1, 4, 4096, 201)]
    [TestCase(OverflowPolicy.DropNewest, 4, 60, 4096, 202)]
    [TestCase(OverflowPolicy.DropOldest, 1, 4, 4096, 203)]
    [TestCase(OverflowPolicy.DropOldest, 4, 60, 4096, 204)]
    [TestCase(OverflowPolicy.DropOldest, 8, 30, 16384, 205)]
    [TestCase(OverflowPolicy.DropLowestLevel, 1, 4, 4096, 206)]
    [TestCase(OverflowPolicy.DropLowestLevel, 4, 60, 4096, 207)]
    [TestCase(OverflowPolicy.DropLowestLevel, 8, 30, 16384, 208)]
    [TestCase(OverflowPolicy.Block, 4, 60, 4096, 209)]
    [TestCase(OverflowPolicy.Block, 4, 10, 16384, 210)]
    public void AllMembers_AnySequenceOfStepsAndKills_TheNextRunFindsWhatTheQueueHeld(OverflowPolicy policy, int bufferSize, int limit, int capacity, int seed)
    {
        Chance chance = new(seed);
        BufferingOptions options = QueueDriver.Options(bufferSize, limit, policy, blockTimeout: 0);
        JournalDriver driver = _driver = new JournalDriver(options, capacity);
        Level[] levels = [Level.Debug, Level.Info, Level.Warn, Level.Error];
        HashSet<string> unwritten = [];
        int kills = 0;
        for (int step = 0; step < 3_000; step++)
        {
            switch (chance.Below(100))
            {
                case 0:
                    (IReadOnlyList<string> survivors, int torn) = driver.Survivors();
                    driver.Restart(options, out IReadOnlyList<string> held);
                    Assert.That(survivors, Is.EqualTo(held.Where(message => !unwritten.Contains(message))), $"step {step}");
                    Assert.That(torn, Is.Zero, $"step {step}");
                    Assert.That(driver.Statistics.Recovered, Is.EqualTo(survivors.Count), $"step {step}");
                    kills++;
                    break;
                case 1:
                    options = QueueDriver.Options(1 + chance.Below(bufferSize), 1 + chance.Below(limit), policy, blockTimeout: 0);
                    driver.Queue.Configure(options);
                    break;
                case < 65:
                    string message = $"{step}".PadRight(chance.Below(chance.Below(20) == 0 ? 300 : 130));
                    if (!driver.Enqueue(message, chance.Of(levels)))
                    {
                        unwritten.Add(message);
                    }

                    break;
                default:
                    if (driver.InHand.Count > 0)
                    {
                        driver.Settle(chance.Below(driver.InHand.Count + 1));
                    }
                    else if (driver.Statistics.Pending > 0)
                    {
                        driver.Take();
                    }

                    break;
            }
        }

        Assert.That(kills, Is.GreaterThan(10));
        Assert.That(driver.CloseAndDrain(), Is.Unique);
        Assert.That(driver.Survivors().Messages, Is.Empty, "after everything is settled");
    }

    private JournalDriver Start(int bufferSize, int limit, OverflowPolicy policy = OverflowPolicy.Block, int blockTimeout = -1) =>
        _driver = new JournalDriver(QueueDriver.Options(bufferSize, limit, policy, blockTimeout), Capacity);
}
