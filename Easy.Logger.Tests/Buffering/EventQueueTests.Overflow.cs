using Benchmarker;
using Easy.Logger.Buffering;
using Easy.Logger.Diagnostics;
using Easy.Logger.Tests.Support;
using log4net.Core;

namespace Easy.Logger.Tests.Buffering;

/// <summary>What each policy does with a full queue; see the other parts for blocking, work, configuration and the ledger.</summary>
internal sealed partial class EventQueueTests
{
    private static readonly int[] _capacities = [1, 2, 100];

    [Test]
    public void Enqueue_UpToTheLimit_KeepsEverything([Values] OverflowPolicy policy, [ValueSource(nameof(_capacities))] int capacity)
    {
        QueueDriver driver = Full(capacity, policy);

        Assert.That(driver.Statistics.Pending, Is.EqualTo(capacity));
        Assert.That(driver.CloseAndDrain(), Is.EqualTo(Numbered(capacity)));
    }

    [Test]
    public void Enqueue_FullUnderDropNewest_DropsTheNewOnes([ValueSource(nameof(_capacities))] int capacity)
    {
        QueueDriver driver = Full(capacity, OverflowPolicy.DropNewest);

        driver.Enqueue("x", Level.Fatal);
        driver.Enqueue("y", Level.Debug);
        driver.Enqueue("z", Level.Debug);

        Assert.That(Drops(driver), Is.EqualTo(new[] { "QueueFull DEBUG 2", "QueueFull FATAL 1" }));
        Assert.That(driver.CloseAndDrain(), Is.EqualTo(Numbered(capacity)));
    }

    [Test]
    public void Enqueue_FullUnderDropOldest_DropsTheOldest([ValueSource(nameof(_capacities))] int capacity)
    {
        QueueDriver driver = Full(capacity, OverflowPolicy.DropOldest);

        driver.Enqueue("x", Level.Debug);
        driver.Enqueue("y", Level.Warn);

        string[] expected = capacity == 1 ? ["Evicted DEBUG 1", "Evicted INFO 1"] : ["Evicted INFO 2"];
        Assert.That(Drops(driver), Is.EqualTo(expected));
        Assert.That(driver.CloseAndDrain(), Is.EqualTo(Numbered(capacity).Append("x").Append("y").TakeLast(capacity)));
    }

    [Test]
    public void Enqueue_FullUnderDropLowestLevel_DropsTheOldestOfTheLowest([ValueSource(nameof(_capacities))] int capacity)
    {
        QueueDriver driver = Full(capacity, OverflowPolicy.DropLowestLevel);

        driver.Enqueue("info", Level.Info);
        driver.Enqueue("debug", Level.Debug);
        driver.Enqueue("error", Level.Error);

        Assert.That(Drops(driver), Is.EqualTo(new[] { "QueueFull DEBUG 1", "QueueFull INFO 1", "Evicted INFO 1" }));
        Assert.That(driver.CloseAndDrain(), Is.EqualTo(Numbered(capacity).Skip(1).Append("error")));
    }

    [Test]
    public void Enqueue_FullUnderBlock_WaitsForAPlace([ValueSource(nameof(_capacities))] int capacity)
    {
        QueueDriver driver = Full(capacity, OverflowPolicy.Block);
        Task blocked = driver.EnqueueBlocked("late");

        string[] first = driver.TakeAndSettle();

        Eventually.Returns(blocked.Wait, "the blocked call");
        Assert.That(first.Concat(driver.CloseAndDrain()), Is.EqualTo(Numbered(capacity).Append("late")));
        Assert.That(driver.Statistics.BlockedCalls, Is.EqualTo(1));
        Assert.That(driver.Statistics.BlockedTime, Is.GreaterThan(TimeSpan.Zero));
    }

    [Test]
    public void Enqueue_EverythingInFlight_IsFullAllTheSame([Values] OverflowPolicy policy, [ValueSource(nameof(_capacities))] int capacity)
    {
        QueueDriver driver = new(QueueDriver.Options(capacity, capacity, policy, blockTimeout: 0));
        driver.EnqueueAll([.. Numbered(capacity)]);
        driver.Take();

        driver.Enqueue("x", Level.Fatal);

        // What is in flight cannot be evicted, so it is the new event that has to go.
        DropReason reason = policy == OverflowPolicy.Block ? DropReason.BlockTimeout : DropReason.QueueFull;
        Assert.That(Drops(driver), Is.EqualTo(new[] { $"{reason} FATAL 1" }));
        Assert.That(driver.Statistics.InFlight, Is.EqualTo(capacity));
        driver.Complete();
        Assert.That(driver.Statistics.Pending, Is.Zero);
    }

    [Test]
    public void Enqueue_PartOfTheLimitInFlight_EvictsOnlyWhatWaits()
    {
        QueueDriver driver = new(QueueDriver.Options(bufferSize: 2, limit: 3, OverflowPolicy.DropOldest));
        driver.EnqueueAll("a", "b");
        string[] inFlight = driver.Take();

        driver.EnqueueAll("c", "d", "e");

        Assert.That(inFlight, Is.EqualTo(new[] { "a", "b" }));
        Assert.That(driver.Statistics.Pending, Is.EqualTo(3));
        driver.Complete();
        Assert.That(driver.CloseAndDrain(), Is.EqualTo(new[] { "e" }));
    }

    [Test]
    public void Enqueue_EventsWithoutLevel_AreCountedUnderAnEmptyName()
    {
        QueueDriver driver = Full(1, OverflowPolicy.DropNewest);

        driver.Queue.Enqueue(Some.EventWithoutLevel(), urgent: false);

        Assert.That(Drops(driver), Is.EqualTo(new[] { "QueueFull  1" }));
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
            else if (driver.Statistics.Pending >= bufferSize)
            {
                // How events are grouped after an eviction is not promised.
                string[] taken = driver.Take();
                Assert.That(taken, Is.EqualTo(model.Take(taken.Length)).And.Length.InRange(1, bufferSize));
            }

            Assert.That(Counts(driver.Statistics), Is.EqualTo(model.Counts));
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
