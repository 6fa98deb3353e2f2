using Easy.Logger.Capture;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.Rendering;

/// <summary><c>%timestamp</c>: milliseconds since the program started.</summary>
internal sealed class ElapsedPart : LinePart
{
    private readonly PatternLayout _stock = new("%timestamp");
    private readonly DateTime _start = LoggingEvent.StartTimeUtc;

    public override void Write(TextBuffer text, LoggingEvent loggingEvent, in CapturedValues values)
    {
        // What was logged before the start, years away or with a time of another kind is rare, and rounded in ways of log4net's own.
        DateTime time = loggingEvent.TimeStampUtc;
        long ticks = time.Ticks - _start.Ticks;
        if (time.Kind == DateTimeKind.Utc && ticks is >= 0 and < 1000 * TimeSpan.TicksPerDay)
        {
            text.WriteNumber(ticks / TimeSpan.TicksPerMillisecond);
        }
        else
        {
            _stock.Format(text, loggingEvent);
        }
    }
}
