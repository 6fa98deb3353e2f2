using log4net.Core;

namespace Easy.Logger.Journaling;

/// <summary>An event of an earlier run, and where its record is: it stays there until the event is settled.</summary>
internal sealed class RecoveredRecord(long number, long position, int size, LoggingEvent loggingEvent)
{
    /// <summary>The property by which a layout can show that an event was recovered.</summary>
    public const string Property = "easylogger.recovered";

    public long Number { get; } = number;

    public long Position { get; } = position;

    public int Size { get; } = size;

    public LoggingEvent Event { get; } = loggingEvent;
}
