namespace log4net.Core;

public interface ILoggerWrapper
{
    ILogger Logger { get; }
}
