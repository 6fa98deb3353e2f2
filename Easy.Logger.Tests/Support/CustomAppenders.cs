using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Tests.Support;

/// <summary>Makes something of whole batches: overrides the array path of log4net 3.</summary>
internal sealed class ArrayTakingAppender : AppenderSkeleton
{
    public List<int> Batches { get; } = [];

    protected override void Append(LoggingEvent loggingEvent) => Batches.Add(1);

    protected override void Append(IEnumerable<LoggingEvent> loggingEvents) => Batches.Add(loggingEvents.Count());
}

/// <summary>Takes single events; arrays go through log4net's own loop.</summary>
internal sealed class SingleTakingAppender : AppenderSkeleton
{
    public List<string> Messages { get; } = [];

    public Action<LoggingEvent>? OnAppend { get; set; }

    protected override void Append(LoggingEvent loggingEvent)
    {
        OnAppend?.Invoke(loggingEvent);
        Messages.Add(loggingEvent.RenderedMessage ?? string.Empty);
    }
}

/// <summary>A text appender that does something with each event of its own: must not be given a batch as one event.</summary>
internal sealed class OwnAppendTextAppender : TextWriterAppender
{
    public int Events { get; private set; }

    protected override void Append(LoggingEvent loggingEvent)
    {
        Events++;
        base.Append(loggingEvent);
    }
}

/// <summary>A text appender that only adds an option: as good as log4net's own.</summary>
internal sealed class ExtendedTextAppender : TextWriterAppender
{
    public string Comment { get; set; } = string.Empty;
}
