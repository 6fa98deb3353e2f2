using log4net.Core;

namespace Easy.Logger.Shared;

/// <summary>When an event was logged, as log4net understands it.</summary>
internal static class EventTime
{
    /// <summary>
    /// Its time in UTC. What an application gives as <see cref="LoggingEventData.TimeStampUtc" /> may be a local time, which log4net prints
    /// as it is, or of no kind, which it takes for UTC.
    /// </summary>
    public static DateTime UtcOf(LoggingEvent loggingEvent) => loggingEvent.TimeStampUtc is { Kind: DateTimeKind.Local } local
        ? local.ToUniversalTime()
        : DateTime.SpecifyKind(loggingEvent.TimeStampUtc, DateTimeKind.Utc);
}
