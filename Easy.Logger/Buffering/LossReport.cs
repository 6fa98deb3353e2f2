using System.Globalization;
using Easy.Logger.Diagnostics;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>The event that says in the log itself what is missing at this place.</summary>
internal static class LossReport
{
    public static LoggingEvent Of(LossGap gap, string appenderName, DateTime now) => OwnEvent.Of(
        string.Format(
            CultureInfo.InvariantCulture,
            "Easy.Logger appender [{0}]: {1} event(s) are missing here, logged from {2:O} to {3:O}: {4}.",
            appenderName,
            gap.Total,
            gap.FirstTime,
            gap.LastTime,
            string.Join(", ", gap.DropCounts.Select(Describe))),
        now);

    private static string Describe(DropCount drop) => string.Format(
        CultureInfo.InvariantCulture, "{0} {1} ({2})", drop.Count, drop.Level.Length == 0 ? "without level" : drop.Level, drop.Reason);
}
