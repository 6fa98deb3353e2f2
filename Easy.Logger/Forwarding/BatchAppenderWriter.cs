using Easy.Logger.Rendering;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Forwarding;

/// <summary>One call per batch, for appenders that write messages and layouts out of the batch. Which event one failed on is not known, so it failed on all.</summary>
internal sealed class BatchAppenderWriter : IBatchWriter
{
    private readonly IBatchAppender _appender;
    private readonly Action _needsChanged;
    private readonly Action<EventBatch> _append;
    private readonly EventBatch _batch = new();
    private FixFlags _fix;
    private volatile bool _rendersMessages;

    /// <param name="appender">The child.</param>
    /// <param name="needsChanged">Called by the worker when the child needs something else of events than before.</param>
    public BatchAppenderWriter(IBatchAppender appender, Action needsChanged)
    {
        _appender = appender;
        _needsChanged = needsChanged;
        _append = appender.DoAppend;
    }

    public bool LeavesNothingToFlush => false;

    public bool RendersMessages => _rendersMessages;

    public int Write(LoggingEvent[] batch, BatchMessages messages, ChildAppender child, BatchFailures failures)
    {
        bool hasFilters = _appender is AppenderSkeleton { FilterHead: not null };
        if (hasFilters)
        {
            messages.FixAll(batch);
        }

        FixFlags fix = _appender.Fix;
        if (_batch.Begin(batch, messages, _appender.Layouts) || fix != _fix)
        {
            _fix = fix;
            _needsChanged();
        }

        _rendersMessages = !hasFilters && _batch.IsCompiled;
        bool isTaken = child.Try(_append, _batch);
        _batch.End();
        if (isTaken)
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
