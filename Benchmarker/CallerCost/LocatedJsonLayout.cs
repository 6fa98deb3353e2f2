using System.Text.Json;
using log4net.Core;
using log4net.Layout;

namespace Benchmarker.CallerCost;

/// <summary>An application's layout that prints the caller location.</summary>
internal sealed class LocatedJsonLayout : LayoutSkeleton
{
    public LocatedJsonLayout() => IgnoresException = false;

    public override void ActivateOptions()
    {
        // There are no options.
    }

    public override void Format(TextWriter writer, LoggingEvent loggingEvent) => writer.WriteLine(JsonSerializer.Serialize(new
    {
        time = loggingEvent.TimeStampUtc,
        level = loggingEvent.Level?.Name,
        logger = loggingEvent.LoggerName,
        thread = loggingEvent.ThreadName,
        method = loggingEvent.LocationInformation?.MethodName,
        line = loggingEvent.LocationInformation?.LineNumber,
        message = loggingEvent.RenderedMessage,
        exception = loggingEvent.GetExceptionString(),
        properties = loggingEvent.GetProperties(),
    }));
}
