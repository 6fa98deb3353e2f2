using Easy.Logger.Diagnostics;
using Easy.Logger.Rendering;
using Easy.Logger.Threading;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Forwarding;

/// <summary>One attached appender: how it takes a batch, what it failed on, and what has to be put back when it is detached.</summary>
internal sealed class ChildAppender
{
    private readonly FailureReporter _reporter;
    private readonly string _source;
    private readonly ChildTotals _totals;
    private readonly ChildErrorHandler? _errors;
    private readonly FilePresence? _file;
    private readonly Action _layoutChanged;
    private readonly object _visitLock = new();
    private volatile IBatchWriter _writer; // once there is a worker, changed by it alone
    private bool _rendersBatches; // what the writer was selected for
    private volatile bool _shallRenderBatches;
    private bool _isVisited; // the worker is inside the child
    private bool _hasParted; // nothing more is handed to it, whoever still has it in a list
    private Action? _parting; // what to do when the worker comes back

    public ChildAppender(IAppender appender, FailureReporter reporter, ChildTotals totals, bool batchRendering, Action layoutChanged)
    {
        _totals = totals;
        _layoutChanged = layoutChanged;
        Appender = appender;
        _reporter = reporter;
        _source = $"child appender '{appender.Name}' ({appender.GetType().Name})";
        if (appender is AppenderSkeleton skeleton)
        {
            _errors = new ChildErrorHandler(skeleton.ErrorHandler, reporter, _source);
            skeleton.ErrorHandler = _errors;
        }

        _rendersBatches = _shallRenderBatches = batchRendering;
        _writer = SelectWriter(appender, batchRendering);
        _file = FilePresence.Of(appender, reporter, _source);
    }

    public IAppender Appender { get; }

    /// <summary>Whether a stock text appender shall get one write per batch; from the next batch on, for the worker may be inside the child.</summary>
    public bool BatchRendering
    {
        set => _shallRenderBatches = value;
    }

    /// <inheritdoc cref="IBatchWriter.RendersMessages" />
    public bool RendersMessages => _writer.RendersMessages;

    /// <summary>Worker only: whether the last <see cref="Try" /> found the child failing.</summary>
    public bool FailedLast { get; private set; }

    /// <summary>Worker only: hands the batch over and marks what the child failed to take. Never throws.</summary>
    /// <returns><see langword="false" /> when the child has been detached meanwhile and got nothing.</returns>
    public bool Append(LoggingEvent[] batch, BatchMessages messages, BatchFailures failures)
    {
        if (!BeginVisit())
        {
            return false;
        }

        int failed;
        try
        {
            ExchangeWriter();
            failed = _writer.Write(batch, messages, this, failures);
            if (failed == 0)
            {
                _file?.Check(batch.Length);
            }
        }
        catch (Exception e)
        {
            _reporter.Failed(_source, e);
            failures.MarkAll();
            failed = batch.Length;
        }

        EndVisit();
        _totals.Add(batch.Length - failed, failed);
        if (failed == 0)
        {
            _reporter.Worked(_source);
        }
        else
        {
            _reporter.CountEvents(_source, failed);
        }

        return true;
    }

    /// <summary>Worker only: runs one step at the child, shielded.</summary>
    /// <param name="step">What to do.</param>
    /// <param name="state">What to do it with.</param>
    /// <param name="name">What to call it in a report, when it is not an append.</param>
    /// <returns>Whether the child did it: nothing thrown, no error told to its error handler.</returns>
    public bool Try<TState>(Action<TState> step, TState state, string? name = null)
    {
        _errors?.BeginWatch();
        bool thrown = false;
        try
        {
            step(state);
        }
        catch (Exception e)
        {
            // Of every kind, OutOfMemoryException too (log4net lets it through): the next batch may well fit again.
            thrown = true;
            _reporter.Failed(_source, e, name);
        }

        FailedLast = (_errors?.EndWatch() ?? false) | thrown;
        return !FailedLast;
    }

    /// <summary>Worker only: flushes the child within the deadline. Never throws.</summary>
    /// <returns>Whether it is flushed; one that cannot be flushed counts as flushed.</returns>
    public bool Flush(Deadline deadline)
    {
        if (_writer.LeavesNothingToFlush || Appender is not IFlushable flushable)
        {
            return true;
        }

        // A buffer of log4net's own that fails to send tells its error handler and answers true.
        if (!BeginVisit())
        {
            return true;
        }

        bool flushed = false;
        bool succeeded = Try(_ => flushed = flushable.Flush(deadline.RemainingMilliseconds), flushable, "Flush");
        EndVisit();
        return succeeded && flushed;
    }

    /// <summary>Leaves the appender as it was before it was attached. Never waits for the worker.</summary>
    public void Detach() => Part(() =>
    {
        _writer.Detach();
        RemoveErrorHandler();
    });

    /// <summary>Detaches and closes the appender. Never throws for it, and never waits for the worker.</summary>
    public void Close() => Part(() =>
    {
        // Watched to the end: an appender with a buffer of its own sends the last of it now.
        Try(writer => writer.Detach(), _writer);
        Try(appender => appender.Close(), Appender, "Close");
        Try(child => child.RemoveErrorHandler(), this);
    });

    private void ExchangeWriter()
    {
        bool batchRendering = _shallRenderBatches;
        if (batchRendering != _rendersBatches)
        {
            _writer.Detach();
            _writer = SelectWriter(Appender, batchRendering);
            _rendersBatches = batchRendering;
        }
    }

    private bool BeginVisit()
    {
        using (Uninterrupted.Lock(_visitLock))
        {
            _isVisited = !_hasParted;
            return _isVisited;
        }
    }

    private void EndVisit()
    {
        Action? parting;
        using (Uninterrupted.Lock(_visitLock))
        {
            _isVisited = false;
            parting = _parting;
            _parting = null;
        }

        if (parting is not null)
        {
            Try(step => step(), parting, "Detach");
        }
    }

    /// <summary>
    /// Lets go of the child. That needs the child's lock, which it holds while it writes: one that is stuck would keep whoever lets go of it for ever. So
    /// while the worker is inside, the worker does it when it comes back.
    /// </summary>
    private void Part(Action step)
    {
        using (Uninterrupted.Lock(_visitLock))
        {
            _hasParted = true;
            if (_isVisited)
            {
                _parting = step;
                return;
            }
        }

        step();
    }

    private void RemoveErrorHandler()
    {
        if (_errors is not null && Appender is AppenderSkeleton skeleton)
        {
            _errors.RemoveFrom(skeleton);
        }
    }

    private IBatchWriter SelectWriter(IAppender appender, bool batchRendering)
    {
        if (batchRendering && appender is AppenderSkeleton text && StockTextAppenders.Includes(text))
        {
            return new TextBatchWriter(text, _layoutChanged);
        }

        if (batchRendering && appender is IBatchAppender batch)
        {
            return new BatchAppenderWriter(batch, _layoutChanged);
        }

        return appender is IBulkAppender bulk && !StockTextAppenders.UnrollsArrays(appender)
            ? new ArrayWriter(bulk)
            : new EventByEventWriter(appender);
    }
}
