namespace log4net.Appender;

public partial class RollingFileAppender
{
    public enum RollingMode
    {
        Once = 0,
        Size = 1,
        Date = 2,
        Composite = 3,
    }
}
