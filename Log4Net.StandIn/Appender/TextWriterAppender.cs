using log4net.Core;
using log4net.Util;

namespace log4net.Appender;

public class TextWriterAppender : AppenderSkeleton
{
    /// <summary>
    /// Guards the writer against <see cref="Flush"/>, which runs beside appends. Taken inside <see cref="AppenderSkeleton.LockObj"/>, never the
    /// other way round.
    /// </summary>
    private readonly object _writerGate = new();

    public override IErrorHandler ErrorHandler
    {
        get => base.ErrorHandler;
        set
        {
            base.ErrorHandler = value;
            lock (_writerGate)
            {
                QuietWriter?.ErrorHandler = base.ErrorHandler;
            }
        }
    }

    public bool ImmediateFlush { get; set; } = true;

    public virtual TextWriter? Writer
    {
        get
        {
            lock (_writerGate)
            {
                return QuietWriter;
            }
        }
        set => Exchange(value is null ? null : new QuietTextWriter(value, ErrorHandler));
    }

    protected QuietTextWriter? QuietWriter { get; set; }

    protected override bool RequiresLayout => true;

    public override bool Flush(int millisecondsTimeout)
    {
        if (!ImmediateFlush)
        {
            lock (_writerGate)
            {
                QuietWriter?.Flush();
            }
        }
        return true;
    }

    protected override void Append(LoggingEvent loggingEvent)
    {
        if (QuietWriter is not { } writer)
        {
            return;
        }
        RenderLoggingEvent(writer, loggingEvent);
        if (ImmediateFlush)
        {
            writer.Flush();
        }
    }

    protected override void Append(LoggingEvent[] loggingEvents)
    {
        if (QuietWriter is not { } writer)
        {
            return;
        }
        foreach (LoggingEvent loggingEvent in loggingEvents)
        {
            RenderLoggingEvent(writer, loggingEvent);
        }
        if (ImmediateFlush)
        {
            writer.Flush();
        }
    }

    protected virtual void CloseWriter() => QuietWriter?.Close();

    protected override void OnClose() => Reset();

    protected override bool PreAppendCheck() => base.PreAppendCheck() && HasOpenWriter();

    /// <summary>The last chance of a subclass to come up with a writer, called when there is none for an event.</summary>
    protected virtual void PrepareWriter()
    {
    }

    protected virtual void Reset()
    {
        lock (_writerGate)
        {
            WriteFooterAndCloseWriter();
            QuietWriter = null;
        }
    }

    protected virtual void WriteFooter() => WriteFrame(Layout?.Footer);

    protected virtual void WriteFooterAndCloseWriter()
    {
        WriteFooter();
        CloseWriter();
    }

    protected virtual void WriteHeader() => WriteFrame(Layout?.Header);

    private void Exchange(QuietTextWriter? next)
    {
        lock (_writerGate)
        {
            Reset();
            QuietWriter = next;
            if (next is not null)
            {
                WriteHeader();
            }
        }
    }

    private bool HasOpenWriter()
    {
        if (QuietWriter is null)
        {
            PrepareWriter();
        }
        string? trouble = QuietWriter switch
        {
            null => "no writer",
            { Closed: true } => "a closed writer",
            _ => null,
        };
        if (trouble is not null)
        {
            ErrorHandler.Error($"Appender [{Name}] has {trouble} for its events.");
        }
        return trouble is null;
    }

    private void WriteFrame(string? text)
    {
        if (text is { Length: > 0 } && QuietWriter is { Closed: false } writer)
        {
            writer.Write(text);
        }
    }
}
