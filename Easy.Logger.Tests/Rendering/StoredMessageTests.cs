using Benchmarker.Stress;
using Easy.Logger.Buffering;
using Easy.Logger.Rendering;
using Easy.Logger.Tests.Support;
using log4net.Core;

namespace Easy.Logger.Tests.Rendering;

/// <summary>Messages that wait beside their events: each comes out of a store as it went in, beside its own event, whatever the lengths and the order.</summary>
internal sealed class StoredMessageTests
{
    private readonly ManualTimeProvider _clock = new();
    private readonly BatchMessages _batch = new();

    [Test]
    public void RemoveOldest_RandomLengthsAndOrder_EveryMessageIsBesideItsEvent([Values] bool byLevel, [Values(1, 2, 3, 4)] int seed)
    {
        Chance chance = new(seed);
        EventStore store = byLevel ? new LevelStore(_clock) : new FifoStore(_clock, groupSize: 8);
        Queue<string?> expected = [];
        for (int round = 0; round < 300; round++)
        {
            for (int i = chance.Below(100); i > 0; i--)
            {
                string? message = chance.OneIn(4) ? null : new string((char)('a' + chance.Below(26)), chance.OneIn(20) ? chance.Below(3000) : chance.Below(80));
                expected.Enqueue(message);
                Add(store, message);
            }

            for (int i = chance.OneIn(10) ? store.Count : chance.Below(store.Count + 1); i > 0; i--)
            {
                Take(store, expected.Dequeue());
            }
        }
    }

    [Test]
    public void RemoveOldest_MoreTextThanTheRingMayHold_NothingIsMissing()
    {
        FifoStore store = new(_clock, groupSize: 8);
        string[] messages = [.. Enumerable.Range(0, (2 * TextRing.LargestCapacity / 1000) + 1).Select(i => $"{i}".PadRight(1000, '.'))];
        Array.ForEach(messages, message => Add(store, message));

        Array.ForEach(messages, message => Take(store, message));
        Add(store, "after");

        Take(store, "after");
    }

    [Test]
    public void EvictFor_MessagesBeside_TheNextOneIsRight()
    {
        FifoStore store = new(_clock, groupSize: 8);
        Add(store, "first");
        Add(store, "second");

        store.EvictFor(Some.Event(), out _);

        Take(store, "second");
    }

    [Test]
    public void FixAll_MessagesBeside_EventsHaveThem()
    {
        LoggingEvent[] batch = [Some.Event("fixed"), Some.Event("not fixed"), Some.Event("not known")];
        _batch.AddFixed();
        _batch.Add("not fixed");

        _batch.FixAll(batch);

        Assert.That(Array.ConvertAll(batch, loggingEvent => loggingEvent.Fix & FixFlags.Message), Is.EqualTo(new[] { FixFlags.None, FixFlags.Message, FixFlags.None }));
        Assert.That(batch[1].RenderedMessage, Is.EqualTo("not fixed"));
    }

    [Test]
    public void Clear_AfterABatch_NothingOfItIsLeft()
    {
        _batch.Add("one");

        _batch.Clear();

        Assert.That(_batch.IsEmpty, Is.True);
        Assert.That(_batch[0].Array, Is.Null);
    }

    private static void Add(EventStore store, string? message) =>
        store.Add(Some.Event(message ?? "fixed"), message is null ? default : new ArraySegment<char>([.. message]));

    private void Take(EventStore store, string? message)
    {
        _batch.Clear();
        LoggingEvent loggingEvent = store.RemoveOldest(_batch);

        Assert.That(loggingEvent.RenderedMessage, Is.EqualTo(message ?? "fixed"));
        Assert.That(_batch.IsEmpty, Is.EqualTo(message is null));
        Assert.That(_batch[0].Array is null ? null : new string(_batch[0]), Is.EqualTo(message));
    }
}
