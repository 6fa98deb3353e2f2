using Easy.Logger.Capture;
using Easy.Logger.Forwarding;
using log4net.Core;

namespace Easy.Logger.Tests.Support;

/// <summary>What lies between a log call and the attached appenders, without the queue: events are captured by the plan in force and handed over as one batch.</summary>
internal static class Captured
{
    public static Batch Batch(CapturePlan plan, params LoggingEvent[] events)
    {
        Batch batch = new();
        batch.Begin(events, plan);
        CallContext? context = null;
        foreach (LoggingEvent loggingEvent in events)
        {
            batch.Add(plan.Capture(loggingEvent, chosen: null, isJournaled: false, ref context));
        }

        return batch;
    }

    public static bool Forward(this AppenderFanOut fanOut, LoggingEvent[] events, out int failed)
    {
        fanOut.RefreshPlan();
        return fanOut.Forward(Batch(fanOut.Plan, events), out failed);
    }
}
