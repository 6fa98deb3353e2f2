using log4net.Core;
using log4net.Repository;
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Extensions.Microsoft.Categories;

/// <summary>What log calls need to know of a repository's configuration, looked up again when that changes. Safe for any thread.</summary>
internal sealed class RepositoryView : IDisposable
{
    private readonly ILoggerRepository _repository;
    private volatile Level[] _levels;
    private volatile bool _printsCaller;

    public RepositoryView(ILoggerRepository repository)
    {
        _repository = repository;
        _levels = [];
        Look();
        repository.ConfigurationChanged += Look;
    }

    /// <summary>Whether an appender can print who has logged. Only then is the stack worth a look.</summary>
    public bool PrintsCaller => _printsCaller;

    /// <summary>The level as the repository knows it, for a configuration may give a level another value; <see langword="null" /> where nothing is to be logged.</summary>
    public Level? LevelOf(LogLevel logLevel)
    {
        Level[] levels = _levels;
        return (uint)logLevel < (uint)levels.Length ? levels[(int)logLevel] : null;
    }

    public void Dispose() => _repository.ConfigurationChanged -= Look;

    private void Look(object? sender, EventArgs e) => Look();

    private void Look()
    {
        Level[] levels = new Level[(int)LogLevel.None];
        for (int i = 0; i < levels.Length; i++)
        {
            levels[i] = _repository.LevelMap.LookupWithDefault(EasyLoggerLevels.ToLog4Net((LogLevel)i));
        }

        _levels = levels;
        _printsCaller = CallerDemand.Of(_repository.GetAppenders());
    }
}
