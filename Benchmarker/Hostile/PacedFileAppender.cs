using log4net.Appender;
using log4net.Core;

namespace Benchmarker.Hostile;

/// <summary>A healthy file appender that takes its time: a thousand events a second.</summary>
internal sealed class PacedFileAppender : FileAppender
{
    private const int EventsPerRest = 10;
    private const int RestMilliseconds = 10;

    private int _count;

    protected override void Append(LoggingEvent loggingEvent)
    {
        base.Append(loggingEvent);
        if (++_count % EventsPerRest == 0)
        {
            Thread.Sleep(RestMilliseconds);
        }
    }
}
