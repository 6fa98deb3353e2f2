namespace log4net.Appender;

public interface IFlushable
{
    bool Flush(int millisecondsTimeout);
}
