using Benchmarker;
using Easy.Logger.Buffering;
using Easy.Logger.Capture;

namespace Easy.Logger.Tests.Buffering;

internal sealed class FifoStoreTests
{
    private readonly ManualTimeProvider _clock = new();

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

    private static void Add(FifoStore store, params string[] messages) =>
        Array.ForEach(messages, message => store.Add(Some.Event(message)));

    private static string[] Messages(FifoStore store, int count) =>
        [.. Enumerable.Range(0, count).Select(_ => store.RemoveOldest().RenderedMessage ?? string.Empty)];

    private void Tick(int ticks) => _clock.Advance(TimeSpan.FromTicks(ticks));
}
