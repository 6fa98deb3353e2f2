using System.Reflection;
using log4net.Repository;
using log4net.Repository.Hierarchy;
using log4net.Util;

namespace log4net.Core;

public static class LoggerManager
{
    // After a shutdown the end of the process closes nothing any more, also not what is attached later.
    private static volatile bool _endIsOfNoConcern;

    static LoggerManager()
    {
        AppDomain.CurrentDomain.ProcessExit += OnEnd;
        AppDomain.CurrentDomain.DomainUnload += OnEnd;
        RepositorySelector = SelectorFromSetting() ?? new DefaultRepositorySelector(typeof(Hierarchy));
    }

    public static IRepositorySelector RepositorySelector { get; set; }

    public static ILoggerRepository CreateRepository(Assembly repositoryAssembly, Type repositoryType)
        => RepositorySelector.CreateRepository(repositoryAssembly, repositoryType);

    public static ILoggerRepository CreateRepository(string repository) => RepositorySelector.CreateRepository(repository, null);

    public static ILoggerRepository CreateRepository(string repository, Type repositoryType)
        => RepositorySelector.CreateRepository(repository, repositoryType);

    public static ILogger? Exists(Assembly repositoryAssembly, string name) => GetRepository(repositoryAssembly).Exists(name);
    public static ILogger? Exists(string repository, string name) => GetRepository(repository).Exists(name);

    public static ILoggerRepository[] GetAllRepositories() => RepositorySelector.GetAllRepositories();

    public static ILogger[] GetCurrentLoggers(Assembly repositoryAssembly) => GetRepository(repositoryAssembly).GetCurrentLoggers();
    public static ILogger[] GetCurrentLoggers(string repository) => GetRepository(repository).GetCurrentLoggers();

    public static ILogger GetLogger(Assembly repositoryAssembly, string name) => GetRepository(repositoryAssembly).GetLogger(name);
    public static ILogger GetLogger(Assembly repositoryAssembly, Type type) => GetRepository(repositoryAssembly).GetLogger(NameOf(type));
    public static ILogger GetLogger(string repository, string name) => GetRepository(repository).GetLogger(name);
    public static ILogger GetLogger(string repository, Type type) => GetRepository(repository).GetLogger(NameOf(type));

    public static ILoggerRepository GetRepository(Assembly repositoryAssembly) => RepositorySelector.GetRepository(repositoryAssembly);
    public static ILoggerRepository GetRepository(string repository) => RepositorySelector.GetRepository(repository);

    public static void ResetConfiguration(Assembly repositoryAssembly) => GetRepository(repositoryAssembly).ResetConfiguration();
    public static void ResetConfiguration(string repository) => GetRepository(repository).ResetConfiguration();

    public static void Shutdown()
    {
        _endIsOfNoConcern = true;
        Array.ForEach(GetAllRepositories(), static repository => repository.Shutdown());
    }

    public static void ShutdownRepository(Assembly repositoryAssembly) => GetRepository(repositoryAssembly).Shutdown();
    public static void ShutdownRepository(string repository) => GetRepository(repository).Shutdown();

    private static string NameOf(Type type) => Guard.NotNull(type, nameof(type)).FullName ?? type.Name;

    private static void OnEnd(object? sender, EventArgs e)
    {
        if (!_endIsOfNoConcern)
        {
            Shutdown();
        }
    }

    private static IRepositorySelector? SelectorFromSetting()
        => SystemInfo.GetAppSetting("log4net.RepositorySelector") is { Length: > 0 } typeName
            ? OptionConverter.InstantiateByClassName(typeName, typeof(IRepositorySelector), null) as IRepositorySelector
            : null;
}
