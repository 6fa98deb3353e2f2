using Easy.Logger.Capture;
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

    public void Write(Batch batch, PlannedAppender planned, AttachedAppender child, BatchFailures failures)
    {
        for (int i = 0; i < batch.Count; i++)
        {
            if (!planned.Gate.Takes(batch[i].Level))
            {
                continue;
            }

            batch.Enter(i);
            if (!child.Try(_append, batch.EventFor(i, planned.IsKnown)))
            {
                failures.Mark(i);
            }
        }
    }
}
