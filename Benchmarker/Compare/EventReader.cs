using System.Globalization;
using log4net.Core;
using log4net.Util;

namespace Benchmarker.Compare;

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
