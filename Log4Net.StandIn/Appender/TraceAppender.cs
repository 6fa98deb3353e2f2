using System.Diagnostics;
using log4net.Core;
using log4net.Layout;

namespace log4net.Appender;

public class TraceAppender : AppenderSkeleton
{
    public PatternLayout Category { get; set; } = new("%logger");

    public bool ImmediateFlush { get; set; } = true;

    protected override bool RequiresLayout => true;

    public override bool Flush(int millisecondsTimeout)
    {
        if (!ImmediateFlush)
        {
            Trace.Flush();
        }
        return true;
    }

    protected override void Append(LoggingEvent loggingEvent)
    {
        Trace.Write(RenderLoggingEvent(loggingEvent), Category.Format(loggingEvent));
        if (ImmediateFlush)
        {
            Trace.Flush();
        }
    }
}
