using System.Diagnostics.CodeAnalysis;
using Easy.Logger.Rendering;
using Easy.Logger.Threading;
using log4net.Appender;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;

namespace Easy.Logger.Forwarding;

/// <summary>
/// One write per batch into an unchanged stock text appender: threshold, filters and layout of the child are applied to each event here, and
/// the child gets a single event whose layout gives all of that text. Locking, rolling, encoding, header and footer stay the child's own.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "RenderedText is a writer over an array and holds nothing to release.")]
internal sealed class TextBatchWriter : IBatchWriter
{
    // Attaching and detaching are rare, and forwarders that share a child must not undo each other's work.
    private static readonly object _decorationLock = new();

    private readonly AppenderSkeleton _appender;
    private readonly RenderedText _text = new();
    private readonly LayoutRenderer _renderer = new();
    private readonly BatchEvent _batchEvent;
    private readonly Action<LoggingEvent> _render;
    private readonly Action<BatchEvent> _append;
    private BatchLayout? _layout;
    private volatile bool _detached;

    public TextBatchWriter(AppenderSkeleton appender)
    {
        _appender = appender;
        _batchEvent = new BatchEvent(_text, appender as FileAppender);
        _render = Render;
        _append = Append;
        Decorate();
    }

    /// <summary>The child is made to flush with each batch.</summary>
    public bool LeavesNothingToFlush => true;

    public int Write(LoggingEvent[] batch, ChildAppender child, BatchFailures failures)
    {
        if (_appender.Layout is null || _detached)
        {
            return new EventByEventWriter(_appender).Write(batch, child, failures); // a child without a layout says so itself
        }

        if (!ReferenceEquals(_appender.Layout, _layout) || _appender.FilterHead is not null and not BatchFilter)
        {
            Decorate(); // the application gave the child another layout or its first filter
        }

        int failed = 0;
        _text.Clear();
        _renderer.Begin(_layout!.Inner);
        for (int i = 0; i < batch.Length; i++)
        {
            int before = _text.Length;
            if (!child.Try(_render, batch[i]))
            {
                _text.Length = before;
                failures.Mark(i);
                failed++;
            }
        }

        _batchEvent.IsWritten = false;
        if (_text.Length == 0 || (child.Try(_append, _batchEvent) && _batchEvent.IsWritten))
        {
            return failed;
        }

        if (!_batchEvent.IsWritten && !child.FailedLast)
        {
            // Detached or given other filters between rendering and writing: the child turned the marker away, not the events.
            return new EventByEventWriter(_appender).Write(batch, child, failures);
        }

        failures.MarkAll();
        return batch.Length;
    }

    public void Detach()
    {
        using (Uninterrupted.Lock(_decorationLock))
        {
            if (_detached)
            {
                return;
            }

            _detached = true;
            if (--_layout!.Users > 0)
            {
                return;
            }

            if (ReferenceEquals(_appender.Layout, _layout))
            {
                _appender.Layout = _layout.Inner;
            }

            ReplaceFilters(Filters().Where(filter => filter is not BatchFilter));
        }
    }

    /// <summary>Puts layout and filter of ours before the child's own, once for all forwarders of one child.</summary>
    private void Decorate()
    {
        using (Uninterrupted.Lock(_decorationLock))
        {
            BatchLayout? previous = _layout;
            _layout = _appender.Layout as BatchLayout ?? new BatchLayout(_appender.Layout!);
            if (!ReferenceEquals(previous, _layout))
            {
                _layout.Users++;
                _appender.Layout = _layout;
            }

            if (_appender.FilterHead is { } head and not BatchFilter)
            {
                ReplaceFilters(Filters(head).Prepend(new BatchFilter()));
            }
        }
    }

    private void Append(BatchEvent batchEvent)
    {
        // Without its own flush the child would keep text in a buffer that nobody can empty safely from outside: log4net's Flush of such a
        // file appender throws and loses it. One flush per batch costs next to nothing.
        if (_appender is TextWriterAppender { ImmediateFlush: false } lazy)
        {
            lazy.ImmediateFlush = true;
            try
            {
                lazy.DoAppend(batchEvent);
            }
            finally
            {
                lazy.ImmediateFlush = false;
            }
        }
        else
        {
            _appender.DoAppend(batchEvent);
        }
    }

    private void Render(LoggingEvent loggingEvent)
    {
        if (!Passes(loggingEvent))
        {
            return;
        }

        ILayout layout = _layout!.Inner;
        _renderer.Format(_text, loggingEvent);
        if (layout.IgnoresException && loggingEvent.GetExceptionString() is { Length: > 0 } exception)
        {
            _text.WriteLine(exception);
        }
    }

    private bool Passes(LoggingEvent loggingEvent)
    {
        if (loggingEvent.Level is { } level && !(level >= _appender.Threshold))
        {
            return false;
        }

        for (IFilter? filter = _appender.FilterHead; filter is not null; filter = filter.Next)
        {
            switch (filter.Decide(loggingEvent))
            {
                case FilterDecision.Accept:
                    return true;
                case FilterDecision.Deny:
                    return false;
            }
        }

        return true;
    }

    private IEnumerable<IFilter> Filters(IFilter? head = null)
    {
        for (IFilter? filter = head ?? _appender.FilterHead; filter is not null; filter = filter.Next)
        {
            yield return filter;
        }
    }

    private void ReplaceFilters(IEnumerable<IFilter> filters)
    {
        // The chain is rebuilt link by link: adding a filter sets the link of the one before it.
        IFilter[] chain = [.. filters];
        _appender.ClearFilters();
        foreach (IFilter filter in chain)
        {
            filter.Next = null;
        }

        foreach (IFilter filter in chain)
        {
            _appender.AddFilter(filter);
        }
    }
}
