using log4net.Core;
using log4net.Repository;
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Extensions.Microsoft.Categories;

/// <summary>
/// The levels of log calls as one repository knows them: a configuration may give a level another value, and log4net's own loggers follow it. Safe for any thread.
/// </summary>
internal sealed class RepositoryLevels : IDisposable
{
    private readonly ILoggerRepository _repository;
    private volatile Level[] _levels;

    public RepositoryLevels(ILoggerRepository repository)
    {
        _repository = repository;
        _levels = Read(repository);
        repository.ConfigurationChanged += Reload;
    }

    /// <summary>The level; <see langword="null" /> where nothing is to be logged.</summary>
    public Level? Of(LogLevel logLevel)
    {
        Level[] levels = _levels;
        return (uint)logLevel < (uint)levels.Length ? levels[(int)logLevel] : null;
    }

    public void Dispose() => _repository.ConfigurationChanged -= Reload;

    private static Level[] Read(ILoggerRepository repository)
    {
        Level[] levels = new Level[(int)LogLevel.None];
        for (int i = 0; i < levels.Length; i++)
        {
            levels[i] = repository.LevelMap.LookupWithDefault(EasyLoggerLevels.ToLog4Net((LogLevel)i));
        }

        return levels;
    }

    private void Reload(object? sender, EventArgs e) => _levels = Read(_repository);
}
