using System.Globalization;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;
using log4net.Util;

namespace log4net.Appender;

public abstract class AppenderSkeleton : IBulkAppender, IFlushable, IOptionHandler
{
    private IErrorHandler _errorHandler;
    private ReusableStringWriter? _scratch;
    private bool _appending;
    private bool _closed;

    protected AppenderSkeleton() => _errorHandler = new OnlyOnceErrorHandler(GetType().Name);

    ~AppenderSkeleton()
    {
        try
        {
            Close();
        }
        catch (Exception e)
        {
            // thrown on the finalizer thread it would end the process
            LogLog.Debug(typeof(AppenderSkeleton), $"Appender [{Name}] failed while it was closed by its finalizer.", e);
        }
    }

    public virtual IErrorHandler ErrorHandler
    {
        get => _errorHandler;
        set
        {
            lock (LockObj)
            {
                if (value is null)
                {
                    LogLog.Warn(typeof(AppenderSkeleton), $"Appender [{Name}] keeps its error handler, null is not one.");
                }
                else
                {
                    _errorHandler = value;
                }
            }
        }
    }

    public virtual IFilter? FilterHead { get; private set; }

    public virtual ILayout? Layout { get; set; }

    public string Name { get; set; } = "";

    public Level Threshold { get; set; } = Level.All;

    /// <summary>Held around every append and the close, by this class and by subclasses that protect their state.</summary>
    protected object LockObj { get; } = new();

    protected virtual bool RequiresLayout => false;

    public virtual void ActivateOptions()
    {
    }

    public virtual void AddFilter(IFilter filter)
    {
        Guard.NotNull(filter, nameof(filter));
        lock (LockObj)
        {
            if (FilterHead is not { } last)
            {
                FilterHead = filter;
                return;
            }
            while (last.Next is { } next)
            {
                last = next;
            }
            last.Next = filter;
        }
    }

    public virtual void ClearFilters()
    {
        lock (LockObj)
        {
            FilterHead = null;
        }
    }

    public void Close()
    {
        lock (LockObj)
        {
            if (_closed)
            {
                return;
            }
            try
            {
                OnClose();
            }
            finally
            {
                // only now: events logged by OnClose still arrive, and a failed close is not tried again
                _closed = true;
            }
        }
    }

    public void DoAppend(LoggingEvent loggingEvent) => Enter(loggingEvent, static (self, one) =>
    {
        if (self.FilterEvent(one) && self.PreAppendCheck())
        {
            self.Append(one);
        }
    });

    public void DoAppend(LoggingEvent[] loggingEvents) => Enter(Guard.NotNull(loggingEvents, nameof(loggingEvents)), static (self, all) =>
    {
        // as a sequence, not by the array overload: that is how subclasses get batches, by default event by event
        if (Array.FindAll(all, self.FilterEvent) is { Length: > 0 } passed && self.PreAppendCheck())
        {
            self.Append(new List<LoggingEvent>(passed));
        }
    });

    public virtual bool Flush(int millisecondsTimeout) => true;

    protected abstract void Append(LoggingEvent loggingEvent);

    protected virtual void Append(IEnumerable<LoggingEvent> loggingEvents)
    {
        foreach (LoggingEvent loggingEvent in loggingEvents)
        {
            Append(loggingEvent);
        }
    }

    protected virtual void Append(LoggingEvent[] loggingEvents) => Array.ForEach(loggingEvents, Append);

    protected virtual bool FilterEvent(LoggingEvent loggingEvent)
    {
        if (!IsAsSevereAsThreshold(Guard.NotNull(loggingEvent, nameof(loggingEvent)).Level))
        {
            return false;
        }
        for (IFilter? filter = FilterHead; filter is not null; filter = filter.Next)
        {
            FilterDecision decision = filter.Decide(loggingEvent);
            if (decision != FilterDecision.Neutral)
            {
                return decision == FilterDecision.Accept;
            }
        }
        return true;
    }

    /// <remarks>An event without a level passes; a null threshold stops all others, because comparing with null gives false.</remarks>
    protected virtual bool IsAsSevereAsThreshold(Level? level) => level is null || level >= Threshold;

    protected virtual void OnClose()
    {
    }

    protected virtual bool PreAppendCheck()
    {
        if (!RequiresLayout || Layout is not null)
        {
            return true;
        }
        _errorHandler.Error($"Appender [{Name}] cannot write without a layout, and none is set.");
        return false;
    }

    protected string RenderLoggingEvent(LoggingEvent loggingEvent)
    {
        // taken out while in use: a call from another thread or from inside the layout finds none and makes its own
        ReusableStringWriter writer = Interlocked.Exchange(ref _scratch, null) ?? new ReusableStringWriter(CultureInfo.InvariantCulture);
        writer.Reset();
        RenderLoggingEvent(writer, loggingEvent);
        string text = writer.ToString();
        _scratch = writer;
        return text;
    }

    protected void RenderLoggingEvent(TextWriter writer, LoggingEvent loggingEvent)
    {
        ILayout layout = Layout ?? throw new InvalidOperationException($"Appender [{Name}] has no layout to render an event with.");
        layout.Format(writer, loggingEvent);
        if (layout.IgnoresException && loggingEvent.GetExceptionString() is { Length: > 0 } exception)
        {
            writer.WriteLine(exception);
        }
    }

    /// <summary>Lets one append run, and nothing that happens in it out.</summary>
    private void Enter<T>(T what, Action<AppenderSkeleton, T> append)
    {
        lock (LockObj)
        {
            if (_closed)
            {
                _errorHandler.Error($"Appender [{Name}] is closed and drops what it gets.");
                return;
            }

            // set under the lock, so by this thread: it is inside this appender already
            if (_appending)
            {
                return;
            }
            _appending = true;
            try
            {
                append(this, what);
            }
            catch (Exception e) when (Containment.Holds(e))
            {
                _errorHandler.Error("What was logged could not be written.", e);
            }
            finally
            {
                _appending = false;
            }
        }
    }
}
