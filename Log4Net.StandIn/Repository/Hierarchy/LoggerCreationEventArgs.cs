namespace log4net.Repository.Hierarchy;

public class LoggerCreationEventArgs(Logger log) : EventArgs
{
    public Logger Logger { get; } = log;
}
