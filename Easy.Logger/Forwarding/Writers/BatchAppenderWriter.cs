namespace Easy.Logger.Forwarding.Writers;

/// <summary>
/// One call per batch, for appenders that write messages and layouts out of the delivery.Batch. Which event one failed on is not known, so it failed
/// on all.
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
            delivery.Failures.Mark(0, delivery.Batch.Count);
        }

        _events.End();
    }
}
