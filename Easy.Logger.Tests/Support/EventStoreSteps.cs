using Easy.Logger.Buffering;
using Easy.Logger.Capture;
using Easy.Logger.Rendering;

namespace Easy.Logger.Tests.Support;

/// <summary>A store one event at a time.</summary>
internal static class EventStoreSteps
{
    public static void Add(this EventStore store, LoggingEvent loggingEvent) => store.Add(loggingEvent, CapturePlan.Everything);

    public static LoggingEvent RemoveOldest(this EventStore store) => store.RemoveOldest(out _);

    public static LoggingEvent RemoveOldest(this EventStore store, out CapturedEvent captured)
    {
        CapturedEvents taken = store.Take(store.HeadSequence + 1);
        Assert.That(taken.Count, Is.EqualTo(1));
        captured = taken[0];
        taken.Clear();
        store.Recycle(taken);
        return captured.Event!;
    }
}
