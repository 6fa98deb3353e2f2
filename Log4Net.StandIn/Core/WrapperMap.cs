using System.Collections;
using System.Collections.Concurrent;
using log4net.Repository;

namespace log4net.Core;

/// <summary>One wrapper per logger, kept until the logger's repository shuts down.</summary>
public class WrapperMap
{
    private readonly WrapperCreationHandler _create;
    private readonly LoggerRepositoryShutdownEventHandler _forget;

    public WrapperMap(WrapperCreationHandler createWrapperHandler)
    {
        _create = createWrapperHandler;
        _forget = (sender, _) => RepositoryShutdown((ILoggerRepository)sender);
    }

    // Values are ConcurrentDictionary<ILogger, ILoggerWrapper>; a Hashtable may be read while one thread writes.
    protected Hashtable Repositories { get; } = [];

    public virtual ILoggerWrapper? GetWrapper(ILogger? logger)
    {
        if (logger is null)
        {
            return null;
        }
        return logger.Repository is { } repository
            ? WrappersOf(repository).GetOrAdd(logger, CreateNewWrapperObject)
            : CreateNewWrapperObject(logger);
    }

    protected virtual ILoggerWrapper CreateNewWrapperObject(ILogger logger) => _create(logger);

    protected virtual void RepositoryShutdown(ILoggerRepository repository)
    {
        lock (Repositories)
        {
            Repositories.Remove(repository);
            repository.ShutdownEvent -= _forget;
        }
    }

    private ConcurrentDictionary<ILogger, ILoggerWrapper> WrappersOf(ILoggerRepository repository)
    {
        if (Repositories[repository] is ConcurrentDictionary<ILogger, ILoggerWrapper> known)
        {
            return known;
        }
        lock (Repositories)
        {
            if (Repositories[repository] is not ConcurrentDictionary<ILogger, ILoggerWrapper> wrappers)
            {
                Repositories[repository] = wrappers = new ConcurrentDictionary<ILogger, ILoggerWrapper>();
                repository.ShutdownEvent += _forget;
            }
            return wrappers;
        }
    }
}
