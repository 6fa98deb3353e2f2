using System.Diagnostics.Tracing;
using System.Globalization;
using Easy.Logger.EventSource.Diagnostics;
using Easy.Logger.EventSource.Provider;
using Easy.Logger.EventSource.Rendering;
using log4net.Core;
using log4net.Util;

namespace Easy.Logger.EventSource;

/// <content>What of a log4net event becomes which field, and how much room each has.</content>
public sealed partial class EventSourceAppender
{
    private static TextField Field(string? value, int most, ref EventText? text) =>
        TextField.TryOf(value, most, out TextField field) ? field : Rented(ref text).Field(value.AsSpan(), most);

    /// <summary>The thread's buffer, for this event.</summary>
    private static EventText Rented(ref EventText? text) => text ??= EventText.Rent();

    private void Write(LoggingEvent loggingEvent, LevelBand band, ref EventText? text)
    {
        int most = RenderLimit.CharsOfName(_most);
        (string? traceId, string? spanId) = TraceContext.Of(loggingEvent);
        string? threadName = loggingEvent.ThreadName;
        TextField level = Field(loggingEvent.Level?.Name, most, ref text);
        TextField logger = Field(loggingEvent.LoggerName, most, ref text);
        TextField thread = Field(threadName, most, ref text);
        TextField trace = Field(traceId, most, ref text);
        TextField span = Field(spanId, most, ref text);

        // What is left is the message's, and what that leaves the exception's; each has a terminator.
        int left = _most - (level.Length + logger.Length + thread.Length + trace.Length + span.Length + 5);
        TextField message = Render(loggingEvent, left - 2, ref text);
        TextField exception = IncludeException && _source.IsEnabled(band.Level, EasyLoggerEventSource.Keywords.Exception)
            ? Field(loggingEvent.GetExceptionString(), left - 2 - message.Length, ref text)
            : TextField.Empty;
        LogFields fields = new()
        {
            TimeUtcTicks = EventTime.UtcOf(loggingEvent).Ticks,
            LevelValue = loggingEvent.Level?.Value ?? 0,
            ThreadId = ThreadIdOf(threadName),
            Level = level,
            Logger = logger,
            Thread = thread,
            Message = message,
            Exception = exception,
            TraceId = trace,
            SpanId = span,
        };
        _source.WriteLog(band, fields, text?.Buffer);
        bool isTruncated = message.IsTruncated || exception.IsTruncated || logger.IsTruncated || thread.IsTruncated || level.IsTruncated
            || trace.IsTruncated || span.IsTruncated;
        if (IncludeProperties && _source.IsEnabled(EventLevel.LogAlways, EasyLoggerEventSource.Keywords.Properties))
        {
            isTruncated |= WriteProperties(loggingEvent, fields, Rented(ref text));
        }

        if (isTruncated)
        {
            EventSourceMeter.CountTruncated();
        }
    }

    private bool WriteProperties(LoggingEvent loggingEvent, in LogFields fields, EventText text)
    {
        PropertiesDictionary properties = loggingEvent.GetProperties();
        if (!PropertyJson.HasAny(properties))
        {
            return false;
        }

        TextField json = PropertyJson.Write(text, properties, _most - fields.Logger.Length - 2);
        _source.WriteProperties(fields, json, text.Buffer);
        return json.IsTruncated;
    }

    private TextField Render(LoggingEvent loggingEvent, int most, ref EventText? text)
    {
        if (Layout is not { } layout)
        {
            return Field(loggingEvent.RenderedMessage, most, ref text);
        }

        EventText writer = Rented(ref text);
        writer.BeginField(most);
        using (Uninterrupted.Lock(LockObj))
        {
            layout.Format(writer, loggingEvent); // as all of log4net's appenders do: a layout need not be safe for several threads
        }

        return writer.EndField();
    }

    /// <summary>
    /// The managed id of the logging thread, as far as it can be known: log4net keeps a name, or that id for a thread that has none.
    /// </summary>
    private static int ThreadIdOf(string? name) => name switch
    {
        null => 0,
        _ when name == Thread.CurrentThread.Name => Environment.CurrentManagedThreadId,
        _ => int.TryParse(name, NumberStyles.None, CultureInfo.InvariantCulture, out int id) ? id : 0,
    };
}
