using System.Globalization;
using System.Text;
using log4net;
using log4net.Appender;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;
using log4net.Layout.Pattern;
using log4net.Repository;
using log4net.Util;

namespace Benchmarker.Soak.Compare;

/// <summary>Reads an event without a layout.</summary>
internal sealed class CustomReaderAppender(string reads, TextWriter writer) : AppenderSkeleton
{
    protected override void Append(LoggingEvent loggingEvent)
    {
        EventReader.Write(writer, reads, loggingEvent);
        writer.Write('\n');
    }
}

/// <summary>Implements the interface for arrays itself.</summary>
internal sealed class CustomBulkAppender(string reads, TextWriter writer) : IBulkAppender
{
    private readonly Lock _lock = new();

    public string Name { get; set; } = string.Empty;

    public void Close()
    {
    }

    public void DoAppend(LoggingEvent loggingEvent) => DoAppend([loggingEvent]);

    public void DoAppend(LoggingEvent[] loggingEvents)
    {
        lock (_lock)
        {
            foreach (LoggingEvent loggingEvent in loggingEvents.Where(each => each.LoggerName != LoggingAppender.LoggerName))
            {
                EventReader.Write(writer, reads, loggingEvent);
                writer.Write('\n');
            }
        }
    }
}

/// <summary>Writes a mark after each line.</summary>
internal sealed class CustomFileAppender : FileAppender
{
    protected override void Append(LoggingEvent loggingEvent)
    {
        base.Append(loggingEvent);
        QuietWriter?.Write($"<{loggingEvent.Level}>\n");
        QuietWriter?.Flush();
    }
}

/// <summary>Logs an event of its own for each event that it gets.</summary>
internal sealed class LoggingAppender(ILoggerRepository repository) : TextWriterAppender
{
    public const string LoggerName = "Reentrant";

    protected override void Append(LoggingEvent loggingEvent)
    {
        base.Append(loggingEvent);
        LogManager.GetLogger(repository.Name, LoggerName).Error("logged by an appender");
    }
}

/// <summary>A layout of an application.</summary>
internal sealed class CustomLayout(string reads) : LayoutSkeleton
{
    public override void ActivateOptions()
    {
    }

    public override void Format(TextWriter writer, LoggingEvent loggingEvent)
    {
        EventReader.Write(writer, reads, loggingEvent);
        writer.Write('\n');
    }
}

/// <summary>One that keeps its text in a field: two threads at once would mix their lines.</summary>
internal sealed class CustomLayoutWithBuffer(string reads) : LayoutSkeleton
{
    private readonly StringBuilder _text = new();

    public override void ActivateOptions()
    {
    }

    public override void Format(TextWriter writer, LoggingEvent loggingEvent)
    {
        _text.Clear();
        using (StringWriter text = new(_text, CultureInfo.InvariantCulture))
        {
            EventReader.Write(text, reads, loggingEvent);
        }

        _text.Append('\n');
        writer.Write(_text.ToString());
    }
}

/// <summary>As an application derives a layout to add an option.</summary>
internal sealed class CustomPatternLayout : PatternLayout
{
    public string Comment { get; set; } = string.Empty;
}

/// <summary>
/// A converter of an application: reads what the names of log4net's converters do not show, keeps its text in a field, and writes a number
/// to the writer.
/// </summary>
internal sealed class CustomConverter : PatternLayoutConverter
{
    private readonly StringBuilder _text = new();

    protected override void Convert(TextWriter writer, LoggingEvent loggingEvent)
    {
        _text.Clear().Append(EventReader.Location(loggingEvent)).Append(' ').Append(EventReader.Properties(loggingEvent));
        writer.Write(_text.ToString());
        writer.Write(1234.5);
    }
}

/// <summary>A parameter's layout of an application.</summary>
internal sealed class CustomRawLayout : IRawLayout
{
    public object? Format(LoggingEvent loggingEvent) =>
        $"{loggingEvent.UserName}, {EventReader.Location(loggingEvent)}, {EventReader.Properties(loggingEvent)}";
}

/// <summary>Lets pass what has an even number of characters in the part that it reads.</summary>
internal sealed class CustomFilter(string reads) : FilterSkeleton
{
    public override FilterDecision Decide(LoggingEvent loggingEvent) =>
        EventReader.Read(reads, loggingEvent).Length % 2 == 0 ? FilterDecision.Neutral : FilterDecision.Deny;
}

internal sealed class CustomEvaluator : ITriggeringEventEvaluator
{
    /// <summary>The evaluator of a lossy history: of an odd size, that of log4net that reads the exception itself.</summary>
    public static ITriggeringEventEvaluator ForHistory(int? lossySize) =>
        lossySize % 2 == 1 ? new ExceptionEvaluator(typeof(Exception), triggerOnSubClass: true) : new CustomEvaluator();

    public bool IsTriggeringEvent(LoggingEvent loggingEvent) => loggingEvent.LookupProperty("a") is not null;
}

/// <summary>What appenders, layouts and filters of an application may read of an event.</summary>
internal static class EventReader
{
    public static void Write(TextWriter writer, string what, LoggingEvent loggingEvent)
    {
        foreach (string part in what.Split(' '))
        {
            writer.Write(part);
            writer.Write('=');
            writer.Write(Read(part, loggingEvent));
            writer.Write(';');
        }
    }

    public static string Read(string part, LoggingEvent loggingEvent) => part switch
    {
        "message" => loggingEvent.RenderedMessage ?? "(null)",
        "written" => Written(loggingEvent),
        "thread" => loggingEvent.ThreadName ?? "(null)",
        "location" => Location(loggingEvent),
        "identity" => loggingEvent.Identity ?? "(null)",
        "user" => loggingEvent.UserName ?? "(null)",
        "exception" => loggingEvent.GetExceptionString() ?? "(null)",
        "domain" => loggingEvent.Domain ?? "(null)",
        "level" => loggingEvent.Level?.Name ?? "(null)",
        "logger" => loggingEvent.LoggerName ?? "(null)",
        "format" => string.Create(CultureInfo.CurrentCulture, $"{1234.5:N2}"),
        "lookup" => Text(loggingEvent.LookupProperty("a")) + "," + Text(loggingEvent.LookupProperty("stack")),
        "properties" => Properties(loggingEvent),
        _ => throw new ArgumentException(part),
    };

    public static string Properties(LoggingEvent loggingEvent)
    {
        PropertiesDictionary properties = loggingEvent.GetProperties();
        return string.Join(',', properties.GetKeys()
            .Where(key => !key.StartsWith("log4net:", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal)
            .Select(key => $"{key}:{Text(properties[key])}"));
    }

    public static string Location(LoggingEvent loggingEvent) => loggingEvent.LocationInformation is { } location
        ? $"{location.ClassName}.{location.MethodName}:{location.LineNumber}"
        : "(null)";

    private static string Written(LoggingEvent loggingEvent)
    {
        using StringWriter text = new(CultureInfo.InvariantCulture);
        loggingEvent.WriteRenderedMessage(text);
        return text.ToString();
    }

    private static string Text(object? value)
    {
        try
        {
            return Convert.ToString(value, CultureInfo.CurrentCulture) ?? "(null)";
        }
        catch (InvalidOperationException e)
        {
            return e.Message;
        }
    }
}
