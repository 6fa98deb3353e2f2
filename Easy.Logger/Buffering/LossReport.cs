using System.Globalization;
using Easy.Logger.Diagnostics;
using log4net.Core;
using log4net.Util;

namespace Easy.Logger.Buffering;

/// <summary>The event that says in the log itself what is missing at this place.</summary>
internal static class LossReport
{
    public const string LoggerName = "Easy.Logger";

    public static LoggingEvent Of(LossGap gap, string appenderName, DateTime now) => new(new LoggingEventData
    {
        LoggerName = LoggerName,
        Level = Level.Warn,
        Message = string.Format(
            CultureInfo.InvariantCulture,
            "Easy.Logger appender [{0}]: {1} event(s) are missing here, logged from {2:O} to {3:O}: {4}.",
            appenderName,
            gap.Total,
            gap.FirstTime,
            gap.LastTime,
            string.Join(", ", gap.DropCounts.Select(Describe))),
        TimeStampUtc = now,
        ThreadName = Thread.CurrentThread.Name,
        Domain = SystemInfo.ApplicationFriendlyName,
        Identity = string.Empty,
        UserName = string.Empty,
        ExceptionString = string.Empty,
        Properties = new PropertiesDictionary(),
    });

    private static string Describe(DropCount drop) => string.Format(
        CultureInfo.InvariantCulture, "{0} {1} ({2})", drop.Count, drop.Level.Length == 0 ? "without level" : drop.Level, drop.Reason);
}
