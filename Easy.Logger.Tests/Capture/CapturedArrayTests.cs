using System.Globalization;
using Benchmarker.Stress;
using Easy.Logger.Buffering;
using Easy.Logger.Capture;
using Easy.Logger.Forwarding;
using Easy.Logger.Rendering;
using Easy.Logger.Tests.Support;
using log4net.Core;
using log4net.Util;

namespace Easy.Logger.Tests.Capture;

/// <summary>
/// Values that wait beside their events: each comes out of a store as it went in, beside its own event, whatever the number of arguments
/// and the order.
/// </summary>
internal sealed class CapturedArrayTests
{
    private readonly ManualTimeProvider _clock = new();
    private readonly Batch _batch = new();

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
                store.Add(loggingEvent, isFixed ? default : CapturedValues.OfMessage(loggingEvent));
                expected.Enqueue((isFixed ? null : arguments, loggingEvent));
            }

            int count = chance.OneIn(10) ? store.Count : chance.Below(store.Count + 1);
            LoggingEvent[] batch = new LoggingEvent[count];
            _batch.Begin(batch, CapturePlan.Everything);
            if (inBatches)
            {
                store.RemoveOldest(batch, count, _batch);
            }

            for (int i = 0; i < count; i++)
            {
                batch[i] = inBatches ? batch[i] : store.RemoveOldest(_batch);
                (object?[]? arguments, LoggingEvent loggingEvent) = expected.Dequeue();
                Assert.That(batch[i], Is.SameAs(loggingEvent));
                Assert.That(_batch[i].HasMessage, Is.EqualTo(arguments is not null));
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
        store.Add(first, CapturedValues.OfMessage(first));
        store.Add(second, CapturedValues.OfMessage(second));

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
            store.Add(loggingEvent, CapturedValues.OfMessage(loggingEvent));
            _batch.Clear();
            store.RemoveOldest(_batch);

            Assert.That(_batch[0].Third, Is.EqualTo(i % 2 == 0 ? 3 : null));
        }
    }

    [Test]
    public void Clear_AfterABatch_NothingOfItIsLeft()
    {
        LoggingEvent loggingEvent = Event([1, 2]);
        _batch.Add(CapturedValues.OfMessage(loggingEvent));

        _batch.Clear();

        Assert.That(_batch.Filled, Is.Zero);
        Assert.That(_batch[0].IsEmpty, Is.True);
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
        SystemStringFormat message = new(CultureInfo.InvariantCulture, format, arguments);
        return new LoggingEvent(typeof(CapturedArrayTests), null, "test", Level.Info, message, null);
    }

    private static string Text(CapturedValues message, LoggingEvent loggingEvent)
    {
        using TextBuffer text = new();
        message.WriteMessage(text, loggingEvent);
        return text.ToString();
    }
}
