using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Forwarding.Writers;

/// <summary>
/// One call per event: for appenders that take no arrays, and for those whose array path is log4net's own loop, where one failing event
/// would lose the rest of its batch.
/// </summary>
internal sealed class SingleWriter : IBatchWriter
{
    private readonly Action<LoggingEvent> _append;

    public SingleWriter(IAppender appender) => _append = appender.DoAppend;

    public bool LeavesNothingToFlush => false;

    public void Write(in Delivery delivery)
    {
        for (int i = 0; i < delivery.Batch.Count; i++)
        {
            if (!delivery.Takes(i))
            {
                continue;
            }

            delivery.Batch.Enter(i);
            if (!delivery.Guard.Try(_append, delivery.EventFor(i)))
            {
                delivery.Failures.Mark(i);
            }
        }
    }
}

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

/// <summary>
/// One call per batch, for appenders that write messages and layouts out of the batch. Which event one failed on is not known, so it failed
/// on all unless it says how many.
/// </summary>
internal sealed class BatchAppenderWriter : IBatchWriter
{
    private readonly Action<EventBatch> _append;
    private readonly EventBatch _events = new();

    public BatchAppenderWriter(IBatchAppender appender) => _append = appender.DoAppend;

    public bool LeavesNothingToFlush => false;

    public void Write(in Delivery delivery)
    {
        _events.Begin(delivery.Batch, delivery.Planned);
        if (!delivery.Guard.Try(_append, _events))
        {
            delivery.Failures.Mark(0, _events.Failed);
        }

        _events.End();
    }
}
