using System.Globalization;
using Easy.Logger.Diagnostics;
using Easy.Logger.Journaling;
using log4net.Core;
using log4net.Util;

namespace Easy.Logger.Buffering;

/// <summary>The events by which the appender itself has something to say in the log.</summary>
internal static class Notices
{
    public const string LoggerName = "Easy.Logger";

    /// <summary>Says what is missing at this place.</summary>
    public static LoggingEvent OfLoss(Loss loss, string appenderName, DateTime now) => Of(
        now,
        "Easy.Logger appender [{0}]: {1} event(s) are missing here, logged from {2:O} to {3:O}: {4}.",
        appenderName,
        loss.Total,
        loss.FirstTime,
        loss.LastTime,
        string.Join(", ", loss.DropCounts.Select(Describe)));

    /// <summary>Says that what follows is of an earlier run.</summary>
    public static LoggingEvent OfRecovery(string folder, string appenderName, DateTime now) => Of(
        now, "Easy.Logger appender [{0}]: events of an earlier run follow, recovered from the journal '{1}'.", appenderName, folder);

    /// <summary>Says that what follows is of this run.</summary>
    public static LoggingEvent OfRecovered(Recovery recovery, string appenderName, DateTime now) => Of(
        now,
        "Easy.Logger appender [{0}]: {1} event(s) of an earlier run are above; {2}{3} record(s) could not be read.",
        appenderName,
        recovery.Events,
        recovery.Damaged > 0 ? "at least " : string.Empty,
        recovery.Damaged);

    private static string Describe(DropCount drop) => string.Format(
        CultureInfo.InvariantCulture, "{0} {1} ({2})", drop.Count, drop.Level.Length == 0 ? "without level" : drop.Level, drop.Reason);

    private static LoggingEvent Of(DateTime now, string format, params object?[] arguments) => new(new LoggingEventData
    {
        LoggerName = LoggerName,
        Level = Level.Warn,
        Message = string.Format(CultureInfo.InvariantCulture, format, arguments),
        TimeStampUtc = now,
        ThreadName = Thread.CurrentThread.Name,
        Domain = SystemInfo.ApplicationFriendlyName,
        Identity = string.Empty,
        UserName = string.Empty,
        ExceptionString = string.Empty,
        Properties = new PropertiesDictionary(),
    });
}
