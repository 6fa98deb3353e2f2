using log4net.Core;

namespace log4net.Repository.Hierarchy;

internal sealed class StandardLoggerFactory : ILoggerFactory
{
    // No name asks for the root.
    public Logger CreateLogger(ILoggerRepository repository, string? name)
        => name is null ? new RootLogger(repository.LevelMap.LookupWithDefault(Level.Debug)) : new LoggerImpl(name);
}
