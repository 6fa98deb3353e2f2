using System.Reflection;
using System.Runtime.CompilerServices;
using Easy.Logger.Extensions.Microsoft.Hosting;
using log4net;
using log4net.Core;
using log4net.Repository;
using log4net.Repository.Hierarchy;

namespace Easy.Logger.Extensions.Microsoft.Configuration;

/// <summary>
/// The log4net repository that a provider writes to, configured where that is left to the provider. Safe for any thread.
/// </summary>
internal sealed class RepositorySetup
{
    private const string DefaultFile = "log4net.config";

    /// <summary>The users of the repositories that providers have made. A lock for two hosts that start side by side.</summary>
    private static readonly ConditionalWeakTable<ILoggerRepository, StrongBox<int>> _made = new();
    private static readonly object _lock = new();

    private readonly string _folder;
    private readonly bool _isMade;
    private IDisposable? _use;
    private int _hasEnded;

    private RepositorySetup(ILoggerRepository repository, bool isMade, string folder)
    {
        Repository = repository;
        _isMade = isMade;
        _folder = folder;
    }

    public ILoggerRepository Repository { get; }

    /// <summary>A program that is started by foreign code has no entry assembly.</summary>
    private static Assembly EntryAssembly => Assembly.GetEntryAssembly() ?? typeof(RepositorySetup).Assembly;

    /// <summary>The repository, configured as the settings say.</summary>
    /// <param name="settings">What is asked for.</param>
    /// <param name="folder">Where relative paths begin and the default file is looked for; the application's folder when there is
    /// none.</param>
    /// <exception cref="FileNotFoundException">The configuration file that was asked for does not exist.</exception>
    public static RepositorySetup Prepare(ProviderSettings settings, string? folder = null)
    {
        folder ??= AppContext.BaseDirectory;
        FileInfo? file = FileOf(settings, folder);
        lock (_lock)
        {
            bool isMade = false;
            ILoggerRepository repository = settings.Repository is { } name ? Named(name, out isMade)
                : LogManager.GetRepository(EntryAssembly);
            RepositorySetup setup = new(repository, isMade, folder);
            setup.Configure(settings, file);
            return setup;
        }
    }

    /// <summary>Applies settings that have changed.</summary>
    public void Change(ProviderSettings settings)
    {
        try
        {
            FileInfo? file = FileOf(settings, _folder);
            lock (_lock)
            {
                if (Volatile.Read(ref _hasEnded) == 0)
                {
                    Configure(settings, file);
                }
            }
        }
        catch (Exception e)
        {
            InternalLog.Error("Easy.Logger provider: the changed options do not apply; the configuration stays.", e);
        }
    }

    /// <summary>Whether a logger of the repository has an appender: after a shutdown none has. Appenders are not asked anything.</summary>
    public static bool HasAppenders(ILoggerRepository repository) => repository is not Hierarchy hierarchy
        || hierarchy.Root.Appenders.Count > 0
        || hierarchy.GetCurrentLoggers().OfType<global::log4net.Repository.Hierarchy.Logger>().Any(logger => logger.Appenders.Count > 0);

    /// <summary>Ends the use of the configuration. A repository that providers have made is shut down with the last of them.</summary>
    /// <param name="limit">The longest wait for the appenders to close; what takes longer goes on.</param>
    public void End(TimeSpan limit)
    {
        if (Interlocked.Exchange(ref _hasEnded, 1) != 0)
        {
            return;
        }

        bool isLast = false;
        lock (_lock)
        {
            _use?.Dispose();
            if (_isMade && _made.TryGetValue(Repository, out StrongBox<int>? users))
            {
                isLast = --users.Value == 0;
            }
        }

        if (isLast)
        {
            Task<bool> shutdown = DedicatedThread.Run(
                $"Easy.Logger shutdown of {Repository.Name}",
                () =>
                {
                    Repository.Shutdown();
                    return true;
                });
            try
            {
                shutdown.Wait(limit);
            }
            catch (Exception e)
            {
                InternalLog.Error($"Easy.Logger provider: repository '{Repository.Name}' could not be shut down.", e);
            }
        }
    }

    private static ILoggerRepository Named(string name, out bool isMade)
    {
        bool exists = LoggerManager.RepositorySelector.ExistsRepository(name);
        ILoggerRepository repository = exists ? LogManager.GetRepository(name) : LogManager.CreateRepository(name);
        if (!exists)
        {
            _made.Add(repository, new StrongBox<int>());
        }

        isMade = _made.TryGetValue(repository, out StrongBox<int>? users);
        if (isMade)
        {
            users!.Value++;
        }

        return repository;
    }

    /// <summary>A relative path begins at the application's folder, whatever folder the program was started in.</summary>
    private static FileInfo? FileOf(ProviderSettings settings, string folder)
    {
        if (settings.Configuration is not { } asked)
        {
            return null;
        }

        string path = Path.Combine(folder, asked.ToString()); // as it was written
        path = File.Exists(path) ? path : asked.FullName;
        return File.Exists(path)
            ? new FileInfo(path)
            : throw new FileNotFoundException(
                $"The log4net configuration '{path}' does not exist. Relative paths begin at the application's folder '{folder}'.", path);
    }

    private void Configure(ProviderSettings settings, FileInfo? asked)
    {
        IDisposable? before = _use;
        FileInfo? file = asked ?? RepositoryConfiguration.FileOf(Repository) ?? Default();
        if (asked is not null && asked.FullName != RepositoryConfiguration.FileOf(Repository)?.FullName)
        {
            _use?.Dispose(); // the file of before is no longer ours to keep
            before = null;
        }

        _use = file is null || !File.Exists(file.FullName) ? null : RepositoryConfiguration.Use(Repository, file, settings.Watch);
        before?.Dispose();
    }

    private FileInfo? Default()
    {
        if (Repository.Configured && HasAppenders(Repository))
        {
            return null;
        }

        FileInfo file = new(Path.Combine(_folder, DefaultFile));
        if (!file.Exists && !Repository.Configured)
        {
            InternalLog.Warn(
                $"Easy.Logger provider: there is no '{file.FullName}' and log4net's repository '{Repository.Name}' is not configured: "
                + "nothing is written until it is.");
        }

        return file.Exists ? file : null;
    }
}
