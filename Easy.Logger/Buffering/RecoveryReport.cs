using System.Globalization;
using Easy.Logger.Journaling;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>The event that says in the log itself that what follows is of an earlier run.</summary>
internal static class RecoveryReport
{
    public static LoggingEvent Of(JournalRecovery recovery, string appenderName, DateTime now) => OwnEvent.Of(
        string.Format(
            CultureInfo.InvariantCulture,
            "Easy.Logger appender [{0}]: {1} event(s) of an earlier run follow, recovered from the journal '{2}'; {3} torn record(s) skipped.",
            appenderName,
            recovery.Count,
            recovery.Path,
            recovery.Torn),
        now);
}
