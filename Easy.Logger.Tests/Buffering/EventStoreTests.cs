using Benchmarker;

namespace Easy.Logger.Tests.Buffering;

internal sealed class EventStoreTests
{
    private readonly ManualTimeProvider _clock = new();

    [Test]
    [NonParallelizable] // it measures the memory of the whole process
    public void Trim_ManyBatchesHaveLeft_FifoStoreKeepsNoMemoryForThem()
    {
        FifoStore store = new(_clock, batchSize: 1, limit: 500_000);
        FillAndDrain(store, 500_000);

        long before = GC.GetTotalMemory(forceFullCollection: true);
        store.Trim();

        Assert.That(before - GC.GetTotalMemory(forceFullCollection: true), Is.GreaterThan(3_000_000));
        store.Add(Some.Event("again"), CapturePlan.Everything);
        Assert.That(RemoveOldest(store).RenderedMessage, Is.EqualTo("again"));
    }

    [Test]
    [NonParallelizable] // it measures the memory of the whole process
    public void Trim_ManyEventsHaveLeft_LevelStoreKeepsNoMemoryForThem()
    {
        LevelStore store = new(_clock, batchSize: 8);
        long before = GC.GetTotalMemory(forceFullCollection: true);

        FillAndDrain(store, 100_000);
        store.Trim();

        Assert.That(GC.GetTotalMemory(forceFullCollection: true) - before, Is.LessThan(2 * 1024 * 1024));
        store.Add(Some.Event("again"), CapturePlan.Everything);
        Assert.That(RemoveOldest(store).RenderedMessage, Is.EqualTo("again"));
    }

    /// <summary>Options that change while events wait: each closes a batch before it is full.</summary>
    [Test]
    public void FifoStore_PlanChangesWithEachEvent_TakesNoMoreMemoryThanTheEvents()
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

    [TestCase(1, 11)]
    [TestCase(3, 12)]
    [TestCase(64, 13)]
    [TestCase(255, 14)]
    [TestCase(512, 15)]
    public void FifoStore_AnySequenceOfSteps_OldestTimestampIsNeverLateAndAtMostOneBatchEarly(int batchSize, int seed)
    {
        Chance chance = new(seed);
        FifoStore store = new(_clock, batchSize, limit: 10_000);
        List<long> arrivals = []; // by sequence
        for (int step = 0; step < 20_000; step++)
        {
            _clock.Advance(TimeSpan.FromTicks(chance.Below(3)));

            // Phases of growth and of shrinking, so that the ring grows, wraps and runs empty.
            if (store.Count == 0 || chance.Below(100) < (step / 2000 % 2 == 0 ? 70 : 30))
            {
                arrivals.Add(_clock.GetTimestamp());
                store.Add(Some.Event($"{store.NextSequence}"), CapturePlan.Everything);
            }
            else
            {
                Assert.That(RemoveOldest(store).RenderedMessage, Is.EqualTo($"{store.HeadSequence - 1}"));
            }

            Assert.That(store.NextSequence, Is.EqualTo(arrivals.Count));
            if (store.Count > 0)
            {
                int head = (int)store.HeadSequence;
                Assert.That(store.OldestTimestamp, Is.InRange(arrivals[Math.Max(0, head - batchSize + 1)], arrivals[head]));
            }
        }
    }

    private static void FillAndDrain(EventStore store, int count)
    {
        LoggingEvent loggingEvent = Some.Event();
        for (int i = 0; i < count; i++)
        {
            store.Add(loggingEvent, CapturePlan.Everything);
        }

        while (store.Count > 0)
        {
            store.Take(long.MaxValue);
        }
    }

    private static LoggingEvent RemoveOldest(EventStore store)
    {
        CapturedEvents taken = store.Take(store.HeadSequence + 1);
        Assert.That(taken.Count, Is.EqualTo(1));
        LoggingEvent oldest = taken[0].Event!;
        taken.Clear();
        store.Recycle(taken);
        return oldest;
    }
}
