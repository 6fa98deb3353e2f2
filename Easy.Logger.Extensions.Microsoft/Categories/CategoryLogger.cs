using System.Diagnostics;
using System.Runtime.CompilerServices;
using Easy.Logger.Extensions.Microsoft.State;
using log4net.Core;
using log4net.Util;
using Microsoft.Extensions.Logging;
using ILog4NetLogger = log4net.Core.ILogger;
using ILogger = Microsoft.Extensions.Logging.ILogger;

namespace Easy.Logger.Extensions.Microsoft.Categories;

/// <summary>One category: a log4net logger of the same name. Safe for any thread.</summary>
internal sealed class CategoryLogger(ILog4NetLogger logger, RepositoryView repository, EventMaker events) : ILogger
{
    private static readonly long _betweenLooks = Stopwatch.Frequency / 10;

    /// <summary>
    /// Log calls of this thread that are under way. What a call calls back (a ToString, an appender) may log as well, but not without an
    /// end.
    /// </summary>
    [ThreadStatic]
    private static int _depth;

    private PropertyUse _use = PropertyUse.Any;
    private long _nextLook = long.MinValue;

    /// <summary>
    /// What the appenders read. While it is not known, everything: an application that changes its appenders all the time is looked at
    /// now and then only.
    /// </summary>
    private PropertyUse Use
    {
        get
        {
            PropertyUse use = Volatile.Read(ref _use);
            if (!use.IsAny && use.IsCurrent)
            {
                return use;
            }

            long now = Stopwatch.GetTimestamp();
            if ((use.IsAny && use != PropertyUse.Any && use.IsCurrent) || now < Volatile.Read(ref _nextLook))
            {
                return PropertyUse.Any;
            }

            Volatile.Write(ref _nextLook, now + _betweenLooks);
            use = PropertyUse.Of(logger);
            Volatile.Write(ref _use, use);
            return use;
        }
    }

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
        PropertiesDictionary? lent = null;
        LoggingEvent? made = null;
        try
        {
            Type boundary = repository.PrintsCaller ? CallBoundary.Find() : CallBoundary.Usual;
            PropertyUse use = Use;
            if (!use.IsAny && !use.IsNone)
            {
                lent = LentProperties.Rent();
            }

            made = events.Make(logger, level, boundary, eventId, state, exception, formatter, use, lent);
            logger.Log(made);
        }
        catch (Exception e)
        {
            events.Notices.Tell("a log call failed and its event was lost", e);
        }
        finally
        {
            _depth--;
            if (lent is not null)
            {
                LentProperties.Return(lent, made);
            }
        }
    }
}
