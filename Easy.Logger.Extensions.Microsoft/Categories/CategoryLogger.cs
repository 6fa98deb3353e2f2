using System.Runtime.CompilerServices;
using Microsoft.Extensions.Logging;
using ILog4NetLogger = log4net.Core.ILogger;
using ILogger = Microsoft.Extensions.Logging.ILogger;

namespace Easy.Logger.Extensions.Microsoft.Categories;

/// <summary>One category: a log4net logger of the same name. Safe for any thread.</summary>
internal sealed class CategoryLogger(ILog4NetLogger logger, RepositoryView repository, EventMaker events) : ILogger
{
    /// <summary>
    /// Log calls of this thread that are under way. What a call calls back (a ToString, an appender) may log as well, but not without an
    /// end.
    /// </summary>
    [ThreadStatic]
    private static int _depth;

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => events.BeginScope(state);

    public bool IsEnabled(LogLevel logLevel) => repository.LevelOf(logLevel) is { } level && logger.IsEnabledFor(level);

    [MethodImpl(MethodImplOptions.NoInlining)] // its frame is what separates callers from us, also in hot code
    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        if (repository.LevelOf(logLevel) is not { } level || !logger.IsEnabledFor(level))
        {
            return;
        }

        if (_depth > 1)
        {
            events.Notices.Tell("a log call that was made within another, itself made within a third, was dropped, because it would have no end", exception: null);
            return;
        }

        _depth++;
        try
        {
            logger.Log(events.Make(logger, level, repository.PrintsCaller ? CallBoundary.Find() : CallBoundary.Usual, eventId, state, exception, formatter));
        }
        catch (Exception e)
        {
            events.Notices.Tell("a log call failed and its event was lost", e);
        }
        finally
        {
            _depth--;
        }
    }
}
