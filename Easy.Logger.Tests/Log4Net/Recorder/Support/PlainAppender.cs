using log4net.Appender;
using log4net.Core;

namespace Recorder;

/// <summary>Implements IAppender only: no bulk, no skeleton.</summary>
internal sealed class PlainAppender(Journal journal, string name) : IAppender
{
    public Action<LoggingEvent>? OnAppend { get; set; }

    public string Name { get; set; } = name;

    public void Close() => journal.Add($"{Name}.Close");

    public void DoAppend(LoggingEvent loggingEvent)
    {
        journal.Add($"{Name}:{loggingEvent.RenderedMessage}");
        OnAppend?.Invoke(loggingEvent);
    }
}
