namespace log4net.Appender;

public partial class AppenderCollection
{
    protected internal enum Tag
    {
        Default = 0,
    }
}
