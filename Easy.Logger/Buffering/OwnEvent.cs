using log4net.Core;
using log4net.Util;

namespace Easy.Logger.Buffering;

/// <summary>An event by which the appender itself has something to say in the log.</summary>
internal static class OwnEvent
{
    public const string LoggerName = "Easy.Logger";

    public static LoggingEvent Of(string message, DateTime now) => new(new LoggingEventData
    {
        LoggerName = LoggerName,
        Level = Level.Warn,
        Message = message,
        TimeStampUtc = now,
        ThreadName = Thread.CurrentThread.Name,
        Domain = SystemInfo.ApplicationFriendlyName,
        Identity = string.Empty,
        UserName = string.Empty,
        ExceptionString = string.Empty,
        Properties = new PropertiesDictionary(),
    });
}
