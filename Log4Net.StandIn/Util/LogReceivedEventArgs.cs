namespace log4net.Util;

public class LogReceivedEventArgs(LogLog loglog) : EventArgs
{
    public LogLog LogLog { get; } = loglog;
}
