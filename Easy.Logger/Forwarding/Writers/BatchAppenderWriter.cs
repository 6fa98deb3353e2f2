using Easy.Logger.Capture;

namespace Easy.Logger.Forwarding.Writers;

/// <summary>
/// One call per batch, for appenders that write messages and layouts out of the batch. Which event one failed on is not known, so it failed
/// on all.
/// </summary>
internal sealed class BatchAppenderWriter : IBatchWriter
{
    private readonly Action<EventBatch> _append;
    private readonly EventBatch _events = new();

    public BatchAppenderWriter(IBatchAppender appender) => _append = appender.DoAppend;

    public bool LeavesNothingToFlush => false;

    public void Write(Batch batch, PlannedAppender planned, AttachedAppender child, BatchFailures failures)
    {
        _events.Begin(batch, planned);
        if (!child.Try(_append, _events))
        {
            failures.Mark(0, batch.Count);
        }

        _events.End();
    }
}
