// Debug.Write is compiled away without it, and this appender is there in release builds too
#define DEBUG

using System.Diagnostics;
using log4net.Core;
using log4net.Layout;

namespace log4net.Appender;

public class DebugAppender : AppenderSkeleton
{
    public PatternLayout? Category { get; set; } = new("%logger");

    public bool ImmediateFlush { get; set; } = true;

    protected override bool RequiresLayout => true;

    public override bool Flush(int millisecondsTimeout)
    {
        if (!ImmediateFlush)
        {
            Debug.Flush();
        }
        return true;
    }

    protected override void Append(LoggingEvent loggingEvent)
    {
        string text = RenderLoggingEvent(loggingEvent);
        if (Category?.Format(loggingEvent) is { Length: > 0 } category)
        {
            Debug.Write(text, category);
        }
        else
        {
            Debug.Write(text);
        }
        if (ImmediateFlush)
        {
            Debug.Flush();
        }
    }
}
