using System.Text.Json;
using log4net.Core;
using log4net.Layout;

namespace Benchmarker.CallerCost;

/// <summary>An application's layout that does not use the caller location.</summary>
/// <remarks>Other code of its assembly does, which makes no difference: its own methods do nothing else with an event.</remarks>
internal sealed class JsonLayout : LayoutSkeleton
{
    public JsonLayout() => IgnoresException = false;

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
        message = loggingEvent.RenderedMessage,
        exception = loggingEvent.GetExceptionString(),
        properties = loggingEvent.GetProperties(),
    }));
}
