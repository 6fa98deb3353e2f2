using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Forwarding.Writers;

/// <summary>
/// One call per event: for appenders that take no arrays, and for those whose array path is log4net's own loop, where one failing event
/// would lose the rest of its delivery.Batch.
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
