using Easy.Logger.Rendering;
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

    public bool RendersMessages => false;

    public int Write(LoggingEvent[] batch, BatchMessages messages, ChildAppender child, BatchFailures failures) =>
        Write(batch, first: 0, messages, child, failures);

    /// <summary>The same for events from one on.</summary>
    public int Write(LoggingEvent[] batch, int first, BatchMessages messages, ChildAppender child, BatchFailures failures)
    {
        messages.FixAll(batch);
        int failed = 0;
        for (int i = first; i < batch.Length; i++)
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
