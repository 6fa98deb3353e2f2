using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Forwarding.Writers;

/// <summary>
/// One call for all events of one culture, for appenders of an application that make something of an array. Which event one failed on is
/// not known, so it failed on all of them.
/// </summary>
internal sealed class ArrayWriter : IBatchWriter
{
    private readonly Action<LoggingEvent[]> _append;

    public ArrayWriter(IBulkAppender appender) => _append = appender.DoAppend;

    public bool LeavesNothingToFlush => false;

    public void Write(in Delivery delivery)
    {
        for (int first = 0, next; first < delivery.Batch.Count; first = next)
        {
            next = delivery.Batch.EnterRange(first);

            // An array of its own for each appender: one that sorts or clears it must not do so for the next.
            LoggingEvent[] events = new LoggingEvent[next - first];
            for (int i = first; i < next; i++)
            {
                events[i - first] = delivery.EventFor(i);
            }

            if (!delivery.Guard.Try(_append, events))
            {
                delivery.Failures.Mark(first, next);
            }
        }
    }
}
