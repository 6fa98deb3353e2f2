using Benchmarker;
using Easy.Logger.Buffering;
using Easy.Logger.Capture;
using Easy.Logger.Tests.Support;
using log4net.Core;

namespace Easy.Logger.Tests.Buffering;

internal sealed class FifoStoreTests
{
    private readonly ManualTimeProvider _clock = new();

    [Test]
    public void RemoveOldest_SeveralAdded_GivesThemInOrder()
    {
        FifoStore store = new(_clock, batchSize: 2, limit: 10_000);
        Add(store, "a", "b", "c");

        Assert.That(Messages(store, 3), Is.EqualTo(new[] { "a", "b", "c" }));
        Assert.That(store.Count, Is.Zero);
    }

    [Test]
    public void HeadSequence_Empty_IsNextSequence()
    {
        FifoStore store = new(_clock, batchSize: 2, limit: 10_000, nextSequence: 7);
        Assert.That((store.HeadSequence, store.NextSequence), Is.EqualTo((7L, 7L)));

        Add(store, "a", "b");
        Assert.That((store.HeadSequence, store.NextSequence), Is.EqualTo((7L, 9L)));

        store.RemoveOldest();
        Assert.That((store.HeadSequence, store.NextSequence), Is.EqualTo((8L, 9L)));
    }

    [Test]
    public void Add_ManyBatches_KeepsTheirOrder([Values(1, 3, 256, 300, 1000)] int batchSize)
    {
        FifoStore store = new(_clock, batchSize, limit: 10_000);
        string[] messages = [.. Enumerable.Range(0, 2000).Select(i => $"{i}")];
        Add(store, messages[..200]);
        string[] first = Messages(store, 150);

        Add(store, messages[200..]);

        Assert.That(first.Concat(Messages(store, store.Count)), Is.EqualTo(messages));
    }

    [Test]
    public void EvictFor_Anything_GivesTheOldest()
    {
        FifoStore store = new(_clock, batchSize: 1, limit: 10_000);
        store.Add(Some.Event("fatal", Level.Fatal));
        store.Add(Some.Event("debug", Level.Debug));

        Assert.That(store.EvictFor(Level.Info)?.Captured.Event!.RenderedMessage, Is.EqualTo("fatal"));
        Assert.That(store.Count, Is.EqualTo(1));
    }

    [Test]
    public void EvictFor_NothingWaits_GivesNull() =>
        Assert.That(new FifoStore(_clock, batchSize: 1, limit: 10_000).EvictFor(Level.Info), Is.Null);

    [Test]
    public void RemoveOldest_LongAfterwards_HoldsNoReference()
    {
        FifoStore store = new(_clock, batchSize: 1, limit: 10_000);
        WeakReference reference = AddAndRemove(store);

        GC.Collect();

        Assert.That(reference.IsAlive, Is.False);
        Assert.That(store.Count, Is.Zero);
    }

    [Test]
    [NonParallelizable] // it measures the memory of the whole process
    public void Trim_ManyBatchesHaveLeft_KeepsNoMemoryForThem()
    {
        FifoStore store = new(_clock, batchSize: 1, limit: 500_000);
        LoggingEvent loggingEvent = Some.Event();
        for (int i = 0; i < 500_000; i++)
        {
            store.Add(loggingEvent);
        }

        while (store.Count > 0)
        {
            store.Take(long.MaxValue);
        }

        long before = GC.GetTotalMemory(forceFullCollection: true);
        store.Trim();

        Assert.That(before - GC.GetTotalMemory(forceFullCollection: true), Is.GreaterThan(3_000_000));
        Add(store, "again");
        Assert.That(Messages(store, 1), Is.EqualTo(new[] { "again" }));
    }

    /// <summary>Options that change while events wait: each closes a batch before it is full.</summary>
    [Test]
    public void Add_PlanChangesWithEachEvent_TakesNoMoreMemoryThanTheEvents()
    {
        FifoStore store = new(_clock, batchSize: 65_536, limit: 65_536);
        CapturePlan[] plans = [CapturePlan.Everything, CapturePlan.ForNobody];
        LoggingEvent loggingEvent = Some.Event();
        long before = GC.GetAllocatedBytesForCurrentThread();

        for (int i = 0; i < 500; i++)
        {
            store.Add(loggingEvent, plans[i % 2]);
        }

        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(4 * 1024 * 1024));
        Assert.That(Enumerable.Range(0, 500).Select(_ => store.Take(long.MaxValue)).Select(taken => (taken.Count, taken.Plan)),
            Is.EqualTo(Enumerable.Range(0, 500).Select(i => (1, plans[i % 2]))));
    }

    [Test]
    public void OldestTimestamp_StoreWasEmpty_IsTheTimeOfTheNewEventInMidBatch()
    {
        FifoStore store = new(_clock, batchSize: 4, limit: 10_000);
        Add(store, "a", "b");
        Messages(store, 2);
        Tick(10);

        Add(store, "c");

        Assert.That(store.OldestTimestamp, Is.EqualTo(_clock.GetTimestamp()));
    }

    [Test]
    public void OldestTimestamp_NextBatch_HasItsOwnTime()
    {
        FifoStore store = new(_clock, batchSize: 2, limit: 10_000);
        Add(store, "a", "b");
        Tick(10);
        Add(store, "c");
        Tick(10);
        Add(store, "d");

        Assert.That(store.OldestTimestamp, Is.Zero);
        Messages(store, 2);
        Assert.That(store.OldestTimestamp, Is.EqualTo(10));
        Messages(store, 1);
        Assert.That(store.OldestTimestamp, Is.EqualTo(10), "d shares the reading of its batch");
    }

    [TestCase(1, 11)]
    [TestCase(3, 12)]
    [TestCase(64, 13)]
    [TestCase(255, 14)]
    [TestCase(512, 15)]
    public void OldestTimestamp_AnySequenceOfSteps_IsNeverLateAndAtMostOneBatchEarly(int batchSize, int seed)
    {
        Chance chance = new(seed);
        FifoStore store = new(_clock, batchSize, limit: 10_000);
        List<long> arrivals = []; // by sequence
        for (int step = 0; step < 20_000; step++)
        {
            Tick(chance.Below(3));

            // Phases of growth and of shrinking, so that the ring grows, wraps and runs empty.
            if (store.Count == 0 || chance.Below(100) < (step / 2000 % 2 == 0 ? 70 : 30))
            {
                arrivals.Add(_clock.GetTimestamp());
                store.Add(Some.Event($"{store.NextSequence}"));
            }
            else
            {
                Assert.That(store.RemoveOldest().RenderedMessage, Is.EqualTo($"{store.HeadSequence - 1}"));
            }

            Assert.That(store.NextSequence, Is.EqualTo(arrivals.Count));
            if (store.Count > 0)
            {
                int head = (int)store.HeadSequence;
                Assert.That(store.OldestTimestamp, Is.InRange(arrivals[Math.Max(0, head - batchSize + 1)], arrivals[head]));
            }
        }
    }

    private static WeakReference AddAndRemove(FifoStore store)
    {
        store.Add(Some.Event());
        return new WeakReference(store.RemoveOldest());
    }

    private static void Add(FifoStore store, params string[] messages) =>
        Array.ForEach(messages, message => store.Add(Some.Event(message)));

    private static string[] Messages(FifoStore store, int count) =>
        [.. Enumerable.Range(0, count).Select(_ => store.RemoveOldest().RenderedMessage ?? string.Empty)];

    private void Tick(int ticks) => _clock.Advance(TimeSpan.FromTicks(ticks));
}
