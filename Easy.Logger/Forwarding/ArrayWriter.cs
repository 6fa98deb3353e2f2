using Easy.Logger.Rendering;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Forwarding;

/// <summary>One call per batch, for appenders that make something of an array. Which event one failed on is not known, so it failed on all.</summary>
internal sealed class ArrayWriter : IBatchWriter
{
    private readonly Action<LoggingEvent[]> _append;

    public ArrayWriter(IBulkAppender appender) => _append = appender.DoAppend;

    public bool LeavesNothingToFlush => false;

    public bool RendersMessages => false;

    public int Write(LoggingEvent[] batch, BatchMessages messages, ChildAppender child, BatchFailures failures)
    {
        messages.FixAll(batch);

        // An array of its own for each child: one that sorts or clears it must not do so for the next.
        if (child.Try(_append, (LoggingEvent[])batch.Clone()))
        {
            return 0;
        }

        failures.MarkAll();
        return batch.Length;
    }

    public void Detach()
    {
        // Nothing was changed.
    }
}
