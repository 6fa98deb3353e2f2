using log4net.Core;
using log4net.Util;

namespace log4net.Layout;

public class SimpleLayout : LayoutSkeleton
{
    public override void ActivateOptions()
    {
        // Nothing to prepare: the shape is fixed.
    }

    public override void Format(TextWriter writer, LoggingEvent loggingEvent)
    {
        Guard.NotNull(writer, nameof(writer));
        Guard.NotNull(loggingEvent, nameof(loggingEvent));

        // An event without a level loses the separator too.
        if (loggingEvent.Level is { } level)
        {
            writer.Write(level.DisplayName);
            writer.Write(" - ");
        }
        loggingEvent.WriteRenderedMessage(writer);
        writer.WriteLine();
    }
}
