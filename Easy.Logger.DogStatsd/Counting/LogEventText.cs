using System.Globalization;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.DogStatsd.Counting;

/// <summary>Makes an event for the stream of events of a log event. Stateless.</summary>
internal static class LogEventText
{
    private const string Source = "log4net";
    private const int MaxTitle = 100; // what Datadog shows of one

    /// <summary>
    /// Makes it: the logger and the first line are the title, the message, or what a layout writes instead, and the exception the text. At
    /// its end is how many were left out before it.
    /// </summary>
    public static DogStatsdEvent Of(EventBatch batch, int index, ILayout? layout, long suppressed)
    {
        LoggingEvent logged = batch[index];
        using StringWriter writer = new(CultureInfo.InvariantCulture) { NewLine = "\n" };
        batch.WriteMessage(index, writer);
        string message = writer.ToString();
        if (layout is not null)
        {
            writer.GetStringBuilder().Clear();
            batch.Format(index, layout, writer);
        }

        if (layout?.IgnoresException != false && logged.GetExceptionString() is { Length: > 0 } exception)
        {
            writer.WriteLine();
            writer.Write(exception);
        }

        if (suppressed > 0)
        {
            writer.WriteLine();
            writer.Write(string.Format(CultureInfo.InvariantCulture, "({0} more were left out before this one.)", suppressed));
        }

        return new DogStatsdEvent(TitleOf(logged.LoggerName, message), writer.ToString())
        {
            Timestamp = new DateTimeOffset(EventTime.UtcOf(logged)) is var time && time.ToUnixTimeSeconds() > 0
                ? time
                : null, // it has none: when it is received
            AggregationKey = logged.LoggerName,
            SourceType = Source,
            AlertType = AlertOf(logged.Level ?? Level.Info),
        };
    }

    private static string TitleOf(string? logger, string message)
    {
        int end = message.IndexOfAny(['\r', '\n']);
        string title = $"{logger}: {(end < 0 ? message : message.Substring(0, end))}";
        int length = Math.Min(title.Length, MaxTitle);
        return title.Substring(0, length < title.Length && char.IsHighSurrogate(title[length - 1]) ? length - 1 : length);
    }

    private static DogStatsdAlertType AlertOf(Level level) =>
        level >= Level.Error ? DogStatsdAlertType.Error : level >= Level.Warn ? DogStatsdAlertType.Warning : DogStatsdAlertType.Info;
}
