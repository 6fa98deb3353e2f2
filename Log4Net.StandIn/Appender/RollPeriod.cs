using System.Globalization;
using static log4net.Appender.RollingFileAppender;

namespace log4net.Appender;

/// <summary>Which period a date pattern tells apart, and where the next one starts.</summary>
internal static class RollPeriod
{
    /// <summary>Midnight, a Monday and the first day of a month, so that each probe below stays within the coarser periods.</summary>
    private static readonly DateTime _origin = new(2001, 1, 1);

    private static readonly (RollPoint Point, DateTime Probe)[] _probes =
    [
        (RollPoint.TopOfMinute, _origin.AddMinutes(1)),
        (RollPoint.TopOfHour, _origin.AddHours(1)),
        (RollPoint.HalfDay, _origin.AddHours(12)),
        (RollPoint.TopOfDay, _origin.AddDays(1)),
        (RollPoint.TopOfWeek, _origin.AddDays(7)),
        (RollPoint.TopOfMonth, _origin.AddMonths(1)),
    ];

    /// <summary>The finest period whose change shows in the formatted date.</summary>
    public static RollPoint Of(string datePattern)
    {
        string start = Stamp(_origin, datePattern);
        foreach ((RollPoint point, DateTime probe) in _probes)
        {
            if (Stamp(probe, datePattern) != start)
            {
                return point;
            }
        }
        return RollPoint.InvalidRollPoint;
    }

    public static string Stamp(DateTime time, string datePattern) => time.ToString(datePattern, CultureInfo.InvariantCulture);

    public static DateTime StartOfNext(DateTime time, RollPoint point) => point switch
    {
        RollPoint.TopOfMinute => NextMultiple(time, TimeSpan.TicksPerMinute),
        RollPoint.TopOfHour => NextMultiple(time, TimeSpan.TicksPerHour),
        RollPoint.HalfDay => NextMultiple(time, TimeSpan.TicksPerDay / 2),
        RollPoint.TopOfDay => NextMultiple(time, TimeSpan.TicksPerDay),
        RollPoint.TopOfWeek => time.Date.AddDays(7 - (int)time.DayOfWeek),
        RollPoint.TopOfMonth => time.Date.AddDays(1 - time.Day).AddMonths(1),
        _ => time,
    };

    private static DateTime NextMultiple(DateTime time, long ticks) => time.AddTicks(ticks - (time.Ticks % ticks));
}
