using log4net.Repository;

namespace log4net.Core;

public class LoggerRepositoryCreationEventArgs(ILoggerRepository repository) : EventArgs
{
    public ILoggerRepository LoggerRepository { get; } = repository;
}
