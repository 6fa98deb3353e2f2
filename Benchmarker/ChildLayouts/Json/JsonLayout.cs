using System.Text.Json;
using log4net.Core;
using log4net.Layout;

namespace Benchmarker.ChildLayouts.Json;

/// <summary>An application's layout that does not use the caller location.</summary>
/// <remarks>Nothing in its assembly may use it: an assembly that cannot read the location is what is measured.</remarks>
public sealed class JsonLayout : LayoutSkeleton
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
