using log4net.Appender;
using log4net.Core;

namespace Recorder;

/// <summary>Implements IAppender and IBulkAppender.</summary>
internal sealed class BulkAppender(Journal journal, string name) : IBulkAppender
{
    public Action<LoggingEvent[]>? OnAppend { get; set; }

    public string Name { get; set; } = name;

    public void Close() => journal.Add($"{Name}.Close");

    public void DoAppend(LoggingEvent loggingEvent)
    {
        journal.Add($"{Name}:{loggingEvent.RenderedMessage}");
        OnAppend?.Invoke([loggingEvent]);
    }

    public void DoAppend(LoggingEvent[] loggingEvents)
    {
        journal.Add($"{Name}[{string.Join(' ', loggingEvents.Select(e => e.RenderedMessage))}]");
        OnAppend?.Invoke(loggingEvents);
    }
}
