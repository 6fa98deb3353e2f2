using log4net.Core;
using log4net.Util;

namespace log4net.Layout;

public class ExceptionLayout : LayoutSkeleton
{
    // Turned off, or the appender would write the exception a second time behind the layout.
    public ExceptionLayout() => IgnoresException = false;

    public override void ActivateOptions()
    {
        // Nothing to prepare: the shape is fixed.
    }

    public override void Format(TextWriter writer, LoggingEvent loggingEvent)
    {
        Guard.NotNull(writer, nameof(writer));
        Guard.NotNull(loggingEvent, nameof(loggingEvent));
        writer.Write(loggingEvent.GetExceptionString());
    }
}
