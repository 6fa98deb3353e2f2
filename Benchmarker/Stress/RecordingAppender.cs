using log4net.Appender;
using log4net.Core;

namespace Benchmarker.Stress;

/// <summary>A child that never fails and takes arrays: what it got is the truth about what was forwarded.</summary>
internal sealed class RecordingAppender : IBulkAppender
{
    public string Name { get; set; } = string.Empty;

    public Arrivals Arrivals { get; } = new();

    public void DoAppend(LoggingEvent loggingEvent) => Arrivals.Add(loggingEvent.RenderedMessage);

    public void DoAppend(LoggingEvent[] loggingEvents) => Array.ForEach(loggingEvents, DoAppend);

    public void Close()
    {
        // What came is read afterwards.
    }
}
