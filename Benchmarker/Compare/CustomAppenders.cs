using log4net;
using log4net.Appender;
using log4net.Core;
using log4net.Repository;

namespace Benchmarker.Compare;

/// <summary>Reads an event without a layout.</summary>
internal sealed class CustomReaderAppender(string reads, TextWriter writer) : AppenderSkeleton
{
    protected override void Append(LoggingEvent loggingEvent)
    {
        EventReader.Write(writer, reads, loggingEvent);
        writer.Write('\n');
    }
}

/// <summary>Implements the interface for arrays itself.</summary>
internal sealed class CustomBulkAppender(string reads, TextWriter writer) : IBulkAppender
{
    private readonly Lock _lock = new();

    public string Name { get; set; } = string.Empty;

    public void Close()
    {
    }

    public void DoAppend(LoggingEvent loggingEvent) => DoAppend([loggingEvent]);

    public void DoAppend(LoggingEvent[] loggingEvents)
    {
        lock (_lock)
        {
            foreach (LoggingEvent loggingEvent in loggingEvents.Where(each => each.LoggerName != LoggingAppender.LoggerName))
            {
                EventReader.Write(writer, reads, loggingEvent);
                writer.Write('\n');
            }
        }
    }
}

/// <summary>Writes a mark after each line.</summary>
internal sealed class CustomFileAppender : FileAppender
{
    protected override void Append(LoggingEvent loggingEvent)
    {
        base.Append(loggingEvent);
        QuietWriter?.Write($"<{loggingEvent.Level}>\n");
        QuietWriter?.Flush();
    }
}

/// <summary>Logs an event of its own for each event that it gets.</summary>
internal sealed class LoggingAppender(ILoggerRepository repository) : TextWriterAppender
{
    public const string LoggerName = "Reentrant";

    protected override void Append(LoggingEvent loggingEvent)
    {
        base.Append(loggingEvent);
        LogManager.GetLogger(repository.Name, LoggerName).Error("logged by an appender");
    }
}
