using System.Reflection;
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

    /// <summary>The repositories that providers use by name, and a lock for hosts that start or end side by side.</summary>
    private static readonly WeakCache<ILoggerRepository, NamedRepository> _named = new();
    private static readonly object _lock = new(); // never held while log4net configures or shuts down
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan _changeLimit = TimeSpan.FromSeconds(1);

    private readonly object _changes = new(); // held while log4net configures
    private readonly string _folder;
    private readonly NamedRepository? _made; // by providers
    private volatile ProviderSettings? _changed; // the last ones
    private volatile string? _pending; // why they do not apply
    private IDisposable? _use;
    private int _hasEnded;

    private RepositorySetup(ILoggerRepository repository, NamedRepository? made, string folder)
    {
        Repository = repository;
        _made = made;
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
    /// <exception cref="InvalidOperationException">The repository is shut down or configured, which does not end.</exception>
    public static RepositorySetup Prepare(ProviderSettings settings, string? folder = null)
    {
        folder ??= AppContext.BaseDirectory;
        FileInfo? file = FileOf(settings, folder);
        NamedRepository? made = null;
        ILoggerRepository repository = settings.Repository is { } name ? Named(name, out made)
            : LogManager.GetRepository(EntryAssembly);
        RepositorySetup setup = new(repository, made, folder);
        try
        {
            setup.Configure(settings, file);
            return setup;
        }
        catch (Exception)
        {
            setup.End(TimeSpan.Zero);
            throw;
        }
    }

    /// <summary>
    /// Applies settings that have changed, and those before that did not apply. On a thread of its own: the container that ends waits for
    /// whoever reports a change, and an appender may hang when it is activated.
    /// </summary>
    /// <param name="settings">All settings.</param>
    /// <param name="isOther">Whether they ask for something else than those before.</param>
    public void Change(ProviderSettings settings, bool isOther)
    {
        _changed = settings;
        if (isOther || _pending is not null)
        {
            DedicatedThread.Run($"Easy.Logger change of {Repository.Name}", ApplyChange).Wait(_changeLimit);
        }
    }

    private bool ApplyChange()
    {
        lock (_changes)
        {
            try
            {
                if (Volatile.Read(ref _hasEnded) == 0 && _changed is { } settings)
                {
                    Configure(settings, FileOf(settings, _folder));
                }

                _pending = null;
            }
            catch (Exception e)
            {
                if (e.Message != _pending) // each source of settings that is read again notifies of a change
                {
                    InternalLog.Error($"Easy.Logger provider: the changed options do not apply; the configuration stays. {e.Message}", e);
                }

                _pending = e.Message;
            }

            return true;
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

        Interlocked.Exchange(ref _use, null)?.Dispose();
        Task? shutdown = null;
        lock (_lock)
        {
            if (_made is { } made && --made.Users == 0)
            {
                shutdown = made.Shutdown = DedicatedThread.Run(
                    $"Easy.Logger shutdown of {Repository.Name}",
                    () =>
                    {
                        lock (_changes)
                        {
                            Repository.Shutdown();
                            return true;
                        }
                    });
            }
        }

        try
        {
            shutdown?.Wait(limit);
        }
        catch (Exception e)
        {
            InternalLog.Error($"Easy.Logger provider: repository '{Repository.Name}' could not be shut down.", e);
        }
    }

    /// <summary>The repository of a name. One whose last provider has ended is used again when its shutdown has ended, too.</summary>
    /// <param name="name">The name.</param>
    /// <param name="made">What providers share that use one they have made; <see langword="null" /> for one of the application.</param>
    private static ILoggerRepository Named(string name, out NamedRepository? made)
    {
        while (true)
        {
            Task shutdown;
            lock (_lock)
            {
                bool exists = LoggerManager.RepositorySelector.ExistsRepository(name);
                ILoggerRepository repository = exists ? LogManager.GetRepository(name) : LogManager.CreateRepository(name);
                NamedRepository known = _named.GetOrAdd(repository, _ => new NamedRepository { IsMadeByProviders = !exists });
                made = known.IsMadeByProviders ? known : null;
                if (known.Shutdown.IsCompleted)
                {
                    known.Users++;
                    return repository;
                }

                shutdown = known.Shutdown;
            }

            if (Task.WaitAny([shutdown], _patience) < 0) // throws nothing that the shutdown threw
            {
                throw new InvalidOperationException(
                    $"log4net's repository '{name}' cannot be used: its shutdown has not ended within {_patience}. Does an appender hang?");
            }
        }
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
        FileInfo? file = asked ?? RepositoryConfiguration.FileOf(Repository) ?? Default();
        if (asked is not null && asked.FullName != RepositoryConfiguration.FileOf(Repository)?.FullName)
        {
            Interlocked.Exchange(ref _use, null)?.Dispose(); // the file of before is no longer ours to keep
        }

        IDisposable? use =
            file is null || !File.Exists(file.FullName) ? null : RepositoryConfiguration.Use(Repository, file, settings.Watch);
        Interlocked.Exchange(ref _use, use)?.Dispose();
        if (Volatile.Read(ref _hasEnded) != 0)
        {
            Interlocked.Exchange(ref _use, null)?.Dispose(); // ended meanwhile, without waiting for this
        }
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

    /// <summary>Who has made a repository, and who uses it. Under the lock.</summary>
    private sealed class NamedRepository
    {
        public bool IsMadeByProviders { get; init; }

        public int Users { get; set; }

        /// <summary>The last shutdown, which may still go on.</summary>
        public Task Shutdown { get; set; } = Task.CompletedTask;
    }
}
