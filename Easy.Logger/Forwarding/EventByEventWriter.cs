using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Forwarding;

/// <summary>
/// One call per event: for appenders that take no arrays, and for those whose array path is log4net's own loop, where one failing event would
/// lose the rest of its batch.
/// </summary>
internal sealed class EventByEventWriter : IBatchWriter
{
    private readonly Action<LoggingEvent> _append;

    public EventByEventWriter(IAppender appender) => _append = appender.DoAppend;

    public bool LeavesNothingToFlush => false;

    public int Write(LoggingEvent[] batch, ChildAppender child, BatchFailures failures)
    {
        int failed = 0;
        for (int i = 0; i < batch.Length; i++)
        {
            if (!child.Try(_append, batch[i]))
            {
                failures.Mark(i);
                failed++;
            }
        }

        return failed;
    }

    public void Detach()
    {
        // Nothing was changed.
    }
}
