using Easy.Logger.Forwarding;

namespace Easy.Logger.Tests.Support;

/// <summary>
/// What lies between a log call and the attached appenders, without the queue: events are captured by the plan in force and handed over
/// as one batch.
/// </summary>
internal static class Captured
{
    public static Batch Batch(CapturePlan plan, params LoggingEvent[] events)
    {
        CapturedEvents captured = new(events.Length);
        captured.Begin(plan);
        LastCall lastCall = new();
        for (int i = 0; i < events.Length; i++)
        {
            CapturedEvent one = plan.Capture(events[i], chosen: null, lastCall);
            events[i] = one.Event!;
            captured.Add(one);
        }

        Batch batch = new();
        batch.Begin(captured);
        return batch;
    }

    /// <summary>The events of a batch.</summary>
    public static LoggingEvent[] ToArray(this CapturedEvents events) =>
        [.. Enumerable.Range(0, events.Count).Select(i => events[i].Event!)];

    /// <inheritdoc cref="ToArray(CapturedEvents)" />
    public static LoggingEvent[] ToArray(this Batch batch) => [.. Enumerable.Range(0, batch.Count).Select(i => batch[i].Event!)];

    public static bool Forward(this AppenderFanOut fanOut, LoggingEvent[] events, out int failed)
    {
        fanOut.RefreshPlan(isFlush: false);
        return fanOut.Forward(Batch(fanOut.Plan, events), out failed);
    }
}
