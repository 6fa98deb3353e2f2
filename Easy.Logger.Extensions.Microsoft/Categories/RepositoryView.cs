using Easy.Logger.Extensions.Microsoft.Health;
using Easy.Logger.Extensions.Microsoft.Hosting;
using log4net.Appender;
using log4net.Core;
using log4net.Repository;
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Extensions.Microsoft.Categories;

/// <summary>What log calls need to know of a repository's configuration, looked up again when that changes. Safe for any thread.</summary>
internal sealed class RepositoryView : IDisposable
{
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(2);

    private readonly ILoggerRepository _repository;
    private readonly TimeSpan _limit;
    private Seen _seen = new(number: 0, levels: [], printsCaller: true);
    private long _looks;

    public RepositoryView(ILoggerRepository repository)
        : this(repository, _patience)
    {
    }

    internal RepositoryView(ILoggerRepository repository, TimeSpan limit)
    {
        _repository = repository;
        _limit = limit;
        repository.ConfigurationChanged += Look; // before the first look, which may miss what changes while it looks
        Look();
    }

    /// <summary>Whether an appender can print who has logged, or may for all that is known. Only then is the stack worth a look.</summary>
    public bool PrintsCaller => Volatile.Read(ref _seen).PrintsCaller;

    /// <summary>
    /// The level as the repository knows it, for a configuration may give a level another value; <see langword="null" /> where nothing is
    /// to be logged.
    /// </summary>
    public Level? LevelOf(LogLevel logLevel)
    {
        Level[] levels = Volatile.Read(ref _seen).Levels;
        return (uint)logLevel < (uint)levels.Length ? levels[(int)logLevel] : null;
    }

    public void Dispose() => _repository.ConfigurationChanged -= Look;

    private void Look(object? sender, EventArgs e) => Look();

    private void Look()
    {
        long number = Interlocked.Increment(ref _looks);
        Level[] levels = new Level[(int)LogLevel.None];
        for (int i = 0; i < levels.Length; i++)
        {
            levels[i] = _repository.LevelMap.LookupWithDefault(EasyLoggerLevels.ToLog4Net((LogLevel)i));
        }

        Keep(new Seen(number, levels, printsCaller: true));
        try
        {
            // On a thread of its own: log4net asks each container for its children under the lock that the container holds while it writes,
            // which may be for ever. An answer that comes late is kept as well.
            DedicatedThread.Run($"Easy.Logger look at {_repository.Name}", () => Keep(new Seen(number, levels, IsPrinted()))).Wait(_limit);
        }
        catch (ThreadInterruptedException)
        {
            Thread.CurrentThread.Interrupt(); // the application's, for its own next wait
        }

        bool IsPrinted()
        {
            try
            {
                IAppender[] appenders = _repository.GetAppenders();
                LossMemory.Of(_repository).Look(
                    [.. appenders.OfType<AsyncBufferingForwardingAppender>()], TimeProvider.System.GetElapsedTime(0), TimeSpan.MaxValue);
                return CallerDemand.Of(appenders);
            }
            catch (Exception e)
            {
                InternalLog.Error($"Easy.Logger provider: the appenders of repository '{_repository.Name}' could not be looked at.", e);
                return true;
            }
        }
    }

    /// <summary>
    /// Keeps what was seen, unless a look that began later has been kept. That one knows the newer configuration: each change begins a
    /// look.
    /// </summary>
    private bool Keep(Seen seen)
    {
        while (true)
        {
            Seen before = Volatile.Read(ref _seen);
            if (before.Number > seen.Number)
            {
                return false;
            }

            if (Interlocked.CompareExchange(ref _seen, seen, before) == before)
            {
                return true;
            }
        }
    }

    /// <summary>What one look has found. Immutable.</summary>
    private sealed class Seen(long number, Level[] levels, bool printsCaller)
    {
        public long Number => number;

        public Level[] Levels => levels;

        public bool PrintsCaller => printsCaller;
    }
}
