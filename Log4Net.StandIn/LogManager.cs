using System.Reflection;
using log4net.Appender;
using log4net.Core;
using log4net.Repository;

namespace log4net;

public static class LogManager
{
    private static readonly WrapperMap _logs = new(logger => new LogImpl(logger));

    public static ILoggerRepository CreateRepository(Assembly repositoryAssembly, Type repositoryType)
        => LoggerManager.CreateRepository(repositoryAssembly, repositoryType);

    public static ILoggerRepository CreateRepository(string repository) => LoggerManager.CreateRepository(repository);
    public static ILoggerRepository CreateRepository(string repository, Type repositoryType) => LoggerManager.CreateRepository(repository, repositoryType);
    public static ILoggerRepository CreateRepository(Type repositoryType) => CreateRepository(Assembly.GetCallingAssembly(), repositoryType);

    public static ILog? Exists(Assembly repositoryAssembly, string name) => (ILog?)_logs.GetWrapper(LoggerManager.Exists(repositoryAssembly, name));
    public static ILog? Exists(string name) => Exists(Assembly.GetCallingAssembly(), name);
    public static ILog? Exists(string repository, string name) => (ILog?)_logs.GetWrapper(LoggerManager.Exists(repository, name));

    public static bool Flush(int millisecondsTimeout)
        => LoggerManager.GetRepository(Assembly.GetCallingAssembly()) is IFlushable repository && repository.Flush(millisecondsTimeout);

    public static ILoggerRepository[] GetAllRepositories() => LoggerManager.GetAllRepositories();

    public static ILog[] GetCurrentLoggers() => GetCurrentLoggers(Assembly.GetCallingAssembly());
    public static ILog[] GetCurrentLoggers(Assembly repositoryAssembly) => Array.ConvertAll(LoggerManager.GetCurrentLoggers(repositoryAssembly), Wrap);
    public static ILog[] GetCurrentLoggers(string repository) => Array.ConvertAll(LoggerManager.GetCurrentLoggers(repository), Wrap);

    public static ILog GetLogger(Assembly repositoryAssembly, string name) => Wrap(LoggerManager.GetLogger(repositoryAssembly, name));
    public static ILog GetLogger(Assembly repositoryAssembly, Type type) => Wrap(LoggerManager.GetLogger(repositoryAssembly, type));
    public static ILog GetLogger(string name) => GetLogger(Assembly.GetCallingAssembly(), name);
    public static ILog GetLogger(string repository, string name) => Wrap(LoggerManager.GetLogger(repository, name));
    public static ILog GetLogger(string repository, Type type) => Wrap(LoggerManager.GetLogger(repository, type));
    public static ILog GetLogger(Type type) => GetLogger(Assembly.GetCallingAssembly(), type);

    public static ILoggerRepository GetRepository() => GetRepository(Assembly.GetCallingAssembly());
    public static ILoggerRepository GetRepository(Assembly repositoryAssembly) => LoggerManager.GetRepository(repositoryAssembly);
    public static ILoggerRepository GetRepository(string repository) => LoggerManager.GetRepository(repository);

    public static void ResetConfiguration() => ResetConfiguration(Assembly.GetCallingAssembly());
    public static void ResetConfiguration(Assembly repositoryAssembly) => LoggerManager.ResetConfiguration(repositoryAssembly);
    public static void ResetConfiguration(string repository) => LoggerManager.ResetConfiguration(repository);

    public static void Shutdown() => LoggerManager.Shutdown();

    public static void ShutdownRepository() => ShutdownRepository(Assembly.GetCallingAssembly());
    public static void ShutdownRepository(Assembly repositoryAssembly) => LoggerManager.ShutdownRepository(repositoryAssembly);
    public static void ShutdownRepository(string repository) => LoggerManager.ShutdownRepository(repository);

    private static ILog Wrap(ILogger logger) => (ILog)_logs.GetWrapper(logger)!;
}
