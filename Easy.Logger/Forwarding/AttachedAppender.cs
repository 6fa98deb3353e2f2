using Easy.Logger.Capture;
using Easy.Logger.Compatibility;
using Easy.Logger.Diagnostics;
using Easy.Logger.Forwarding.Writers;
using Easy.Logger.Metrics;
using Easy.Logger.Threading;
using log4net.Appender;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.Forwarding;

/// <summary>One attached appender: how it takes a batch, what it failed on, and who closes it.</summary>
internal sealed class AttachedAppender
{
    private readonly FailureReporter _reporter;
    private readonly string _source;
    private readonly AppenderCounters _totals;
    private readonly AppenderGuard _guard;
    private readonly FilePresence? _file;
    private readonly BatchFailures _failures = new();
    private readonly SingleWriter _single;
    private readonly IBatchWriter _writer;
    private readonly TextBatchWriter? _text;
    private readonly TextEventWriter? _eventWriter; // of a text appender of log4net's own, or a file that flushes as those do
    private readonly object _visitLock = new();
    private IBatchWriter _lastWriter;
    private bool _isVisited; // the worker is inside the appender
    private volatile bool _isClosed; // nothing more is handed to it, whoever still has it in a list
    private Action? _pendingClose; // what to do when the worker comes back

    public AttachedAppender(IAppender appender, FailureReporter reporter, AppenderCounters totals)
    {
        _totals = totals;
        Appender = appender;
        _reporter = reporter;
        _source = $"child appender '{appender.Name}' ({appender.GetType().Name})";
        _guard = new AppenderGuard(appender, reporter, _source);
        _single = new SingleWriter(appender);
        _text = TextBatchWriter.For(appender);
        _eventWriter = _text is not null
            || (appender is FileAppender file && Log4NetMembers.AreAvailable && StockDoAppend.InheritsFlush(file))
            ? new TextEventWriter((AppenderSkeleton)appender) : null;
        _writer = _text is not null ? _eventWriter!
            : appender is IBatchAppender batch ? new BatchAppenderWriter(batch)
            : appender is IBulkAppender bulk && !StockDoAppend.UnrollsArrays(appender)
                && (appender is not AppenderSkeleton skeleton || StockDoAppend.InheritsFilters(skeleton)) ? new ArrayWriter(bulk)
            : _single;
        _lastWriter = (IBatchWriter?)_text ?? _single; // nothing is written yet, which a file would have to flush
        _file = FilePresence.Of(appender, reporter, _source);
    }

    public IAppender Appender { get; }

    /// <summary>Whether it was closed, and gets nothing more.</summary>
    public bool IsClosed => _isClosed;

    /// <summary>Worker only: begins to hand events over. Whoever closes the appender meanwhile leaves that to the worker.</summary>
    /// <returns><see langword="false" /> when it is closed, and gets nothing more.</returns>
    public bool BeginVisit()
    {
        using (Uninterrupted.Lock(_visitLock))
        {
            _isVisited = !_isClosed;
            return _isVisited;
        }
    }

    /// <summary>Worker only, in a visit: hands the batch over and marks what the appender failed to take. Never throws.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="planned">What is known of the appender.</param>
    /// <param name="batchRendering">Whether a stock text appender gets one write per batch.</param>
    /// <param name="failures">Gets the events that it failed to take.</param>
    public void Append(Batch batch, PlannedAppender planned, bool batchRendering, BatchFailures failures)
    {
        int count = batch.Count;
        Delivery delivery = new(batch, planned, _guard, _failures);
        _failures.Reset(count);
        try
        {
            _lastWriter = SelectWriter(planned, batchRendering);
            if (planned is { IsKnown: true, Layout: { } layout } && Appender is AppenderSkeleton { Layout: var current } skeleton
                && !ReferenceEquals(layout, current) && Log4NetMembers.AreAvailable)
            {
                WriteWith(layout, current, skeleton, () => _lastWriter.Write(delivery));
            }
            else
            {
                _lastWriter.Write(delivery);
            }

            if (_failures.Count == 0)
            {
                _file?.Written(count);
            }
        }
        catch (Exception e)
        {
            _reporter.Failed(_source, e);
            _failures.Mark(0, count);
        }

        Uninterrupted.ClearPendingInterrupt(); // by which the next one would fail
        failures.Add(_failures);
        _totals.Add(count - _failures.Count, _failures.Count);
        if (_failures.Count == 0)
        {
            _reporter.Worked(_source);
        }
        else
        {
            _reporter.CountEvents(_source, _failures.Count);
        }
    }

    /// <summary>Worker only: ends what <see cref="BeginVisit" /> began.</summary>
    public void EndVisit()
    {
        Action? pendingClose;
        using (Uninterrupted.Lock(_visitLock))
        {
            _isVisited = false;
            pendingClose = _pendingClose;
            _pendingClose = null;
        }

        pendingClose?.Invoke();
    }

    /// <summary>Worker only: flushes the appender, and buffers behind it, within the deadline. Never throws.</summary>
    /// <returns>Whether it is flushed; one that cannot be flushed counts as flushed.</returns>
    public bool Flush(Deadline deadline)
    {
        _file?.Look();
        if (_lastWriter.LeavesNothingToFlush || Appender is not IFlushable flushable || !BeginVisit())
        {
            return true;
        }

        // A buffer of log4net's own that fails to send reports it to its error handler and answers true.
        bool isFlushed = TryFlush(() => _eventWriter?.Flush(_guard) ?? Flush(flushable, deadline));
        EndVisit();
        Uninterrupted.ClearPendingInterrupt();
        return isFlushed;
    }

    private bool TryFlush(Func<bool> flush)
    {
        bool isFlushed = false;
        return _guard.Try(step => isFlushed = step(), flush, "Flush") && isFlushed;
    }

    private static bool Flush(IFlushable appender, Deadline deadline)
    {
        bool isFlushed = appender.Flush(deadline.RemainingMilliseconds);
        if (appender is IAppender and IAppenderAttachable)
        {
            // log4net flushes all appenders that it knows; here nobody else asks those behind this one.
            foreach (BufferingAppenderSkeleton behind in AppenderTree.Of([(IAppender)appender]).OfType<BufferingAppenderSkeleton>())
            {
                isFlushed &= ReferenceEquals(behind, appender) || behind.Flush(deadline.RemainingMilliseconds);
            }
        }

        return isFlushed;
    }

    /// <summary>
    /// Closes the appender, which gets nothing more. Never throws for it, and never waits for the worker: closing needs the lock that the
    /// appender holds while it writes, so while the worker is inside, the worker closes it when it comes back.
    /// </summary>
    public void Close()
    {
        using (Uninterrupted.Lock(_visitLock))
        {
            _isClosed = true;
            if (_isVisited)
            {
                _pendingClose = CloseAppender;
                return;
            }
        }

        CloseAppender();
    }

    /// <summary>Its errors are watched to the end: an appender with a buffer of its own sends the last of it now.</summary>
    private void CloseAppender() => _guard.Try(appender => appender.Close(), Appender, "Close");

    /// <summary>
    /// Another layout was put in force after the events were logged, which may read what was not captured: they are written by the one that
    /// was in force. Not as itself: the application may set the same one meanwhile, which then stays.
    /// </summary>
    private static void WriteWith(ILayout layout, ILayout? current, AppenderSkeleton appender, Action write)
    {
        using (Uninterrupted.Lock(Log4NetMembers.LockOf(appender)))
        {
            ILayout borrowed = BatchLayout.Of(layout);
            bool isReplaced = Log4NetMembers.TryReplaceLayout(appender, current, borrowed);
            try
            {
                write();
            }
            finally
            {
                _ = isReplaced && Log4NetMembers.TryReplaceLayout(appender, borrowed, current);
            }
        }
    }

    /// <summary>A filter that throws for one event of an array takes the others along.</summary>
    private IBatchWriter OneByOneIfFiltered(IBatchWriter writer) =>
        writer is ArrayWriter && Appender is AppenderSkeleton appender && !StockTypes.AreStock(appender.FilterHead) ? _single : writer;

    private IBatchWriter SelectWriter(PlannedAppender planned, bool batchRendering) =>
        _text is null ? OneByOneIfFiltered(_writer)
        : batchRendering && planned.Pattern is not null && OutputFile.TakesWholeTexts(Appender) ? _text
        : _writer;
}
