using Benchmarker;
using Easy.Logger.Buffering;
using Easy.Logger.Capture;
using Easy.Logger.Rendering;
using log4net.Util;

namespace Easy.Logger.Tests.Capture;

/// <summary>
/// Values that wait beside their events: each comes out of a store as it went in, beside its own event, whatever the number of arguments
/// and the order.
/// </summary>
internal sealed class CapturedEventsTests
{
    private readonly ManualTimeProvider _clock = new();

    [Test]
    public void RemoveOldest_RandomMessagesAndOrder_EveryMessageIsBesideItsEvent([Values] bool byLevel, [Values] bool inBatches,
        [Values(1, 2, 3, 4)] int seed)
    {
        Chance chance = new(seed);
        EventStore store = byLevel ? new LevelStore(_clock, batchSize: 8) : new FifoStore(_clock, batchSize: 8, limit: 10_000);
        Queue<(object?[]? Arguments, LoggingEvent Event)> expected = [];
        int number = 0;
        for (int round = 0; round < 150; round++)
        {
            for (int i = chance.Below(100); i > 0; i--)
            {
                object?[] arguments = [number++, chance.OneIn(3) ? null : "second", chance.OneIn(2) ? null : 'c'];
                // the first fifty rounds have one at most
                Array.Resize(ref arguments, chance.OneIn(10) ? chance.Below(4) : Math.Min(round / 50, 3));
                LoggingEvent loggingEvent = Event(arguments);
                bool isFixed = chance.OneIn(4);
                store.Add(isFixed ? loggingEvent : CapturedEvent.WithMessage(loggingEvent, new LastCall()), CapturePlan.Everything);
                expected.Enqueue((isFixed ? null : arguments, loggingEvent));
            }

            int count = chance.OneIn(10) ? store.Count : chance.Below(store.Count + 1);
            for (long end = store.HeadSequence + count; store.HeadSequence < end;)
            {
                CapturedEvents taken = store.Take(inBatches ? end : store.HeadSequence + 1);
                for (int i = 0; i < taken.Count; i++)
                {
                    (object?[]? arguments, LoggingEvent loggingEvent) = expected.Dequeue();
                    Assert.That(taken[i].Event, Is.SameAs(loggingEvent));
                    Assert.That(taken[i].HasMessage, Is.EqualTo(arguments is not null));
                    Assert.That(arguments is null ? null : Text(taken[i]),
                        Is.EqualTo(arguments is null ? null : loggingEvent.RenderedMessage));
                }

                taken.Clear();
                store.Recycle(taken);
            }
        }
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
        return new LoggingEvent(typeof(CapturedEventsTests), null, "test", Level.Info, message, null);
    }

    private static string Text(CapturedEvent message)
    {
        using TextBuffer text = new();
        message.WriteMessage(text);
        return text.ToString();
    }
}
