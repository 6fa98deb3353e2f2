using System.Reflection;
using Easy.Logger.Extensions.Microsoft.Diagnostics;
using log4net;
using log4net.Config;
using log4net.Core;
using log4net.Repository;

namespace Easy.Logger.Extensions.Microsoft.Configuration;

/// <summary>Finds the log4net repository that a provider writes to, and configures it where that is left to the provider.</summary>
internal static class RepositorySetup
{
    private const string DefaultFile = "log4net.config";

    /// <summary>Two hosts that start side by side must not both find the repository unconfigured.</summary>
    private static readonly object _lock = new();

    /// <summary>The repository, configured as the settings say.</summary>
    /// <exception cref="FileNotFoundException">The configuration file that was asked for does not exist.</exception>
    public static ILoggerRepository Prepare(ProviderSettings settings) => Prepare(settings, AppContext.BaseDirectory);

    /// <inheritdoc cref="Prepare(ProviderSettings)" />
    /// <param name="settings">What is asked for.</param>
    /// <param name="folder">Where the default file is looked for.</param>
    internal static ILoggerRepository Prepare(ProviderSettings settings, string folder)
    {
        if (settings.Configuration is { } asked && !File.Exists(asked.FullName))
        {
            throw new FileNotFoundException($"The log4net configuration '{asked.FullName}' does not exist.", asked.FullName);
        }

        lock (_lock)
        {
            ILoggerRepository repository = settings.Repository is { } name ? Named(name) : LogManager.GetRepository(EntryAssembly);
            if (settings.Configuration is { } file)
            {
                Configure(repository, file, settings.Watch);
            }
            else if (!repository.Configured)
            {
                ConfigureByDefault(repository, new FileInfo(Path.Combine(folder, DefaultFile)), settings.Watch);
            }

            return repository;
        }
    }

    /// <summary>A program that is started by foreign code has no entry assembly.</summary>
    private static Assembly EntryAssembly => Assembly.GetEntryAssembly() ?? typeof(RepositorySetup).Assembly;

    private static ILoggerRepository Named(string name) =>
        LoggerManager.RepositorySelector.ExistsRepository(name) ? LogManager.GetRepository(name) : LogManager.CreateRepository(name);

    private static void ConfigureByDefault(ILoggerRepository repository, FileInfo file, bool watch)
    {
        if (file.Exists)
        {
            Configure(repository, file, watch);
            return;
        }

        InternalLog.Warn(
            $"Easy.Logger provider: there is no '{file.FullName}' and log4net's repository '{repository.Name}' is not configured: nothing is written until it is.");
    }

    private static void Configure(ILoggerRepository repository, FileInfo file, bool watch)
    {
        if (watch)
        {
            XmlConfigurator.ConfigureAndWatch(repository, file);
        }
        else
        {
            XmlConfigurator.Configure(repository, file);
        }
    }
}
