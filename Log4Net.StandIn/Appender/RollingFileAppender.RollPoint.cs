namespace log4net.Appender;

public partial class RollingFileAppender
{
    public enum RollPoint
    {
        InvalidRollPoint = -1,
        TopOfMinute = 0,
        TopOfHour = 1,
        HalfDay = 2,
        TopOfDay = 3,
        TopOfWeek = 4,
        TopOfMonth = 5,
    }
}
