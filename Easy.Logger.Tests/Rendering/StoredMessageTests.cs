using System.Globalization;
using Benchmarker.Stress;
using Easy.Logger.Buffering;
using Easy.Logger.Forwarding;
using Easy.Logger.Rendering;
using Easy.Logger.Tests.Support;
using log4net.Core;
using log4net.Util;

namespace Easy.Logger.Tests.Rendering;

/// <summary>Messages that wait beside their events: each comes out of a store as it went in, beside its own event, whatever the number of arguments and the order.</summary>
internal sealed class StoredMessageTests
{
    private readonly ManualTimeProvider _clock = new();
    private readonly BatchMessages _batch = new();

    [Test]
    public void RemoveOldest_RandomMessagesAndOrder_EveryMessageIsBesideItsEvent([Values] bool byLevel, [Values] bool inBatches, [Values(1, 2, 3, 4)] int seed)
    {
        Chance chance = new(seed);
        EventStore store = byLevel ? new LevelStore(_clock) : new FifoStore(_clock, groupSize: 8);
        Queue<(object?[]? Arguments, LoggingEvent Event)> expected = [];
        int number = 0;
        for (int round = 0; round < 300; round++)
        {
            for (int i = chance.Below(100); i > 0; i--)
            {
                object?[] arguments = [number++, chance.OneIn(3) ? null : "second", chance.OneIn(2) ? null : 'c'];
                Array.Resize(ref arguments, chance.OneIn(10) ? chance.Below(4) : Math.Min(round / 100, 3)); // the first hundred rounds have one at most
                LoggingEvent loggingEvent = Event(arguments);
                bool isFixed = chance.OneIn(4);
                store.Add(loggingEvent, isFixed ? default : DeferredMessage.Of(loggingEvent));
                expected.Enqueue((isFixed ? null : arguments, loggingEvent));
            }

            int count = chance.OneIn(10) ? store.Count : chance.Below(store.Count + 1);
            LoggingEvent[] batch = new LoggingEvent[count];
            _batch.Clear();
            if (inBatches)
            {
                store.RemoveOldest(batch, count, _batch);
            }

            for (int i = 0; i < count; i++)
            {
                batch[i] = inBatches ? batch[i] : store.RemoveOldest(_batch);
                (object?[]? arguments, LoggingEvent loggingEvent) = expected.Dequeue();
                Assert.That(batch[i], Is.SameAs(loggingEvent));
                Assert.That(_batch[i].IsNone, Is.EqualTo(arguments is null));
                Assert.That(arguments is null ? null : Text(_batch[i], batch[i]), Is.EqualTo(arguments is null ? null : loggingEvent.RenderedMessage));
            }
        }
    }

    [Test]
    public void EvictFor_MessagesBeside_TheNextOneIsRight()
    {
        FifoStore store = new(_clock, groupSize: 8);
        LoggingEvent second = Event(["second", 2]);
        LoggingEvent first = Event(["first", 1]);
        store.Add(first, DeferredMessage.Of(first));
        store.Add(second, DeferredMessage.Of(second));

        store.EvictFor(Some.Event(), out _);

        Assert.That(store.RemoveOldest(_batch), Is.SameAs(second));
        Assert.That(Text(_batch[0], second), Does.Contain("second 2"));
    }

    /// <summary>A place that was used before shall not lend its second argument to an event that has one only.</summary>
    [Test]
    public void Add_PlaceIsUsedAgain_HasOnlyWhatIsNew()
    {
        FifoStore store = new(_clock, groupSize: 8);
        for (int i = 0; i < 1000; i++)
        {
            LoggingEvent loggingEvent = Event(i % 2 == 0 ? [1, 2, 3] : [1]);
            store.Add(loggingEvent, DeferredMessage.Of(loggingEvent));
            _batch.Clear();
            store.RemoveOldest(_batch);

            Assert.That(_batch[0].Third, Is.EqualTo(i % 2 == 0 ? 3 : null));
        }
    }

    [Test]
    public void FixAll_MessagesBeside_EventsHaveThem()
    {
        LoggingEvent[] batch = [Event([1]), Event([2]), Event([3])];
        _batch.Add(default);
        _batch.Add(DeferredMessage.Of(batch[1]));

        _batch.FixAll(batch);

        Assert.That(Array.ConvertAll(batch, loggingEvent => loggingEvent.Fix & FixFlags.Message), Is.EqualTo(new[] { FixFlags.None, FixFlags.Message, FixFlags.None }));
        Assert.That(batch[1].RenderedMessage, Is.EqualTo("2  "));
    }

    [Test]
    public void Clear_AfterABatch_NothingOfItIsLeft()
    {
        LoggingEvent loggingEvent = Event([1, 2]);
        _batch.Add(DeferredMessage.Of(loggingEvent));

        _batch.Clear();

        Assert.That(_batch.IsEmpty, Is.True);
        Assert.That(_batch[0].IsNone, Is.True);
    }

    private static LoggingEvent Event(object?[] arguments)
    {
        string format = arguments.Length switch
        {
            0 => "nothing",
            1 => "{0}  ",
            2 => "{0} {1} ",
            _ => "{0} {1} {2}",
        };
        return new LoggingEvent(typeof(StoredMessageTests), null, "test", Level.Info, new SystemStringFormat(CultureInfo.InvariantCulture, format, arguments), null);
    }

    private static string Text(DeferredMessage message, LoggingEvent loggingEvent)
    {
        using RenderedText text = new();
        message.WriteTo(text, loggingEvent);
        return text.ToString();
    }
}
