namespace log4net.Appender;

public partial class RollingFileAppender
{
    public interface IDateTime
    {
        DateTime Now { get; }
    }
}
