using System.Diagnostics.CodeAnalysis;
using Easy.Logger.Rendering;
using Easy.Logger.Threading;
using log4net.Appender;
using log4net.Core;
using log4net.Filter;

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
    private readonly Action _layoutChanged;
    private readonly RenderedText _text = new();
    private readonly BatchFailures _failures = new(); // of this child alone
    private readonly LayoutRenderer _renderer = new();
    private readonly BatchEvent _batchEvent;
    private readonly Action<BatchEvent> _append;
    private BatchLayout? _layout;
    private volatile bool _detached;
    private volatile bool _rendersMessages;

    // While a batch is rendered.
    private LoggingEvent[] _batch = [];
    private BatchMessages? _messages;
    private int _next;
    private bool _isRendering; // the event at _next: it is the one that threw

    /// <param name="appender">The child.</param>
    /// <param name="layoutChanged">Called by the worker when the child prints something else than before.</param>
    public TextBatchWriter(AppenderSkeleton appender, Action layoutChanged)
    {
        _layoutChanged = layoutChanged;
        _appender = appender;
        _batchEvent = new BatchEvent(_text, appender as FileAppender);
        _append = Append;
        Decorate();
    }

    /// <summary>The child is made to flush with each batch.</summary>
    public bool LeavesNothingToFlush => true;

    public bool RendersMessages => _rendersMessages;

    public int Write(LoggingEvent[] batch, BatchMessages messages, ChildAppender child, BatchFailures failures)
    {
        if (_appender.Layout is null || _detached)
        {
            return new EventByEventWriter(_appender).Write(batch, messages, child, failures); // a child without a layout says so itself
        }

        Prepare(batch, messages);
        _failures.Reset(batch.Length);
        Render(batch, messages, child);
        for (int next = 0; next < batch.Length;)
        {
            next = WritePart(batch, messages, next, child);
        }

        failures.Add(_failures);
        return _failures.Count;
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

    /// <summary>Follows what the application has changed at the child since the last batch.</summary>
    private void Prepare(LoggingEvent[] batch, BatchMessages messages)
    {
        if (!ReferenceEquals(_appender.Layout, _layout) || _appender.FilterHead is not null and not BatchFilter)
        {
            Decorate(); // another layout, or its first filter
        }

        if (_renderer.Begin(_layout!.Inner))
        {
            _layoutChanged();
        }

        bool hasFilters = _appender.FilterHead is { } head && (head is not BatchFilter || head.Next is not null);
        _rendersMessages = _renderer.IsCompiled && !hasFilters;
        if (hasFilters)
        {
            messages.FixAll(batch);
        }
    }

    private void Render(LoggingEvent[] batch, BatchMessages messages, ChildAppender child)
    {
        _text.Clear();
        _batchEvent.Begin(batch.Length);
        _batch = batch;
        _messages = messages;
        for (_next = 0; _next < batch.Length;)
        {
            int first = _next;
            if (!child.Try(static writer => writer.RenderNext(), this) && (_isRendering || _next == first + 1))
            {
                // The one that threw, or the only one, at which the error handler was told.
                _next = _isRendering ? _next : first;
                _isRendering = false;
                _text.Length = _batchEvent.TakeBackTo(_next);
                _batchEvent.AddEnd(_text.Length);
                _failures.Mark(_next++);
            }
        }

        _batch = [];
        _messages = null;
    }

    /// <summary>
    /// Renders the next event, or all of the rest when that is our own code: only an application's layout or filter can tell the child's error handler what it
    /// thinks of one of them.
    /// </summary>
    private void RenderNext()
    {
        do
        {
            _isRendering = true;
            Render(_batch[_next], _messages![_next]);
            _batchEvent.AddEnd(_text.Length);
            _isRendering = false;
            _next++;
        }
        while (_next < _batch.Length && _renderer.IsTrusted && _rendersMessages);
    }

    /// <summary>Writes events from one on: all of the rest, or as many as the file takes before it has to roll.</summary>
    /// <returns>The first event that was not written.</returns>
    private int WritePart(LoggingEvent[] batch, BatchMessages messages, int first, ChildAppender child)
    {
        if (!_batchEvent.BeginPart(first) || (child.Try(_append, _batchEvent) && _batchEvent.IsWritten))
        {
            return _batchEvent.Next;
        }

        if (!_batchEvent.IsWritten && !child.FailedLast)
        {
            // Detached or given other filters between rendering and writing: the child turned the marker away, not the events.
            new EventByEventWriter(_appender).Write(batch, first, messages, child, _failures);
            return batch.Length;
        }

        int next = _batchEvent.IsWritten ? _batchEvent.Next : batch.Length;
        for (int i = first; i < next; i++)
        {
            _failures.Mark(i);
        }

        return next;
    }

    private void Append(BatchEvent batchEvent)
    {
        // Without its own flush the child would keep text in a buffer that nobody can empty safely from outside: log4net's Flush of such a
        // file appender fails and loses it. One flush per batch costs next to nothing.
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

    private void Render(LoggingEvent loggingEvent, in DeferredMessage message)
    {
        if (!Passes(loggingEvent))
        {
            return;
        }

        _renderer.Format(_text, loggingEvent, message);
        if (_layout!.Inner.IgnoresException && loggingEvent.GetExceptionString() is { Length: > 0 } exception)
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
