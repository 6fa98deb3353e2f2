using log4net.Core;
using log4net.Layout;

namespace Recorder;

/// <summary>Runs in a process whose TZ is Asia/Kolkata (UTC+5:30, no summer time); needs time zone data on the machine.</summary>
internal static class TimeZoneTopic
{
    private static readonly string[] _patterns =
    [
        "%date", "%utcdate", "%date{ABSOLUTE}", "%utcdate{ABSOLUTE}", "%date{DATE}",
        "%date{yyyy-MM-ddTHH:mm:ssK}", "%utcdate{yyyy-MM-ddTHH:mm:ssK}", "%date{zzz}", "%utcdate{zzz}",
    ];

    public static void Run(Golden golden) => golden.Case("dates", () => Dates(golden));

    private static void Dates(Golden golden)
    {
        golden.Line("offset of the process " + TimeZoneInfo.Local.BaseUtcOffset);
        LoggingEvent loggingEvent = Make.Event("a", Level.Info, "m");
        foreach (string pattern in _patterns)
        {
            golden.Line($"{pattern} {Golden.Quote(new PatternLayout(pattern).Format(loggingEvent))}");
        }

        golden.Line("TimeStamp " + Golden.Show(loggingEvent.TimeStamp));
        golden.Line("TimeStampUtc " + Golden.Show(loggingEvent.TimeStampUtc));
        golden.Line("RawTimeStampLayout " + Golden.Show(new RawTimeStampLayout().Format(loggingEvent)));
        golden.Line("RawUtcTimeStampLayout " + Golden.Show(new RawUtcTimeStampLayout().Format(loggingEvent)));
        foreach (DateTimeKind kind in new[] { DateTimeKind.Utc, DateTimeKind.Unspecified, DateTimeKind.Local })
        {
            LoggingEventData data = Make.Data("a", Level.Info, "m");
            data.TimeStampUtc = DateTime.SpecifyKind(Make.Time, kind);
            LoggingEvent ofKind = new(data);
            golden.Line(
                $"data time of kind {kind}: TimeStampUtc {Golden.Show(ofKind.TimeStampUtc)} TimeStamp {Golden.Show(ofKind.TimeStamp)} "
                + $"%date {new PatternLayout("%date").Format(ofKind)} %utcdate {new PatternLayout("%utcdate").Format(ofKind)}");
        }
    }
}
