using System.Diagnostics;
using System.Runtime.CompilerServices;
using Easy.Logger.Extensions.Microsoft.State;
using log4net.Core;
using log4net.Repository;
using log4net.Util;
using Microsoft.Extensions.Logging;
using ILog4NetLogger = log4net.Core.ILogger;
using ILogger = Microsoft.Extensions.Logging.ILogger;

namespace Easy.Logger.Extensions.Microsoft.Categories;

/// <summary>One category: a log4net logger of the same name. Safe for any thread.</summary>
internal sealed class CategoryLogger(ILog4NetLogger logger, RepositoryView repository, EventMaker events) : ILogger
{
    private static readonly long _betweenLooks = Stopwatch.Frequency / 10;

    private readonly ILoggerRepository _repository = logger.Repository!;
    private readonly string _name = logger.Name;
    private PropertyPlan _plan = PropertyPlan.Everything;
    private long _nextLook = long.MinValue;

    /// <summary>
    /// The properties that the appenders read; all of them while that is not known. An application that changes its appenders all the time
    /// is looked at ten times a second.
    /// </summary>
    private PropertyPlan Plan
    {
        get
        {
            PropertyPlan plan = Volatile.Read(ref _plan);
            return plan.Use.IsCurrent && plan != PropertyPlan.Everything ? plan : Look();
        }
    }

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => events.BeginScope(state);

    public bool IsEnabled(LogLevel logLevel) => repository.LevelOf(logLevel) is { } level && logger.IsEnabledFor(level);

    [MethodImpl(MethodImplOptions.NoInlining)] // its frame is what separates callers from us, also in hot code
    public void Log<TState>(
        LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        if (repository.LevelOf(logLevel) is not { } level || !logger.IsEnabledFor(level))
        {
            return;
        }

        CallingThread thread = CallingThread.Current;
        if (thread.Depth > 1)
        {
            events.Notices.Report(
                "a log call that was made within another, itself made within a third, was dropped, because it would have no end",
                exception: null);
            return;
        }

        thread.Depth++;
        PropertiesDictionary? lent = null;
        LoggingEvent? made = null;
        try
        {
            Type boundary = repository.PrintsCaller ? CallBoundary.Find() : CallBoundary.Usual;
            PropertyPlan plan = Plan;
            lent = plan is { IsEverything: false, HasProperties: true } ? thread.RentProperties() : null;
            made = events.Make(_repository, _name, level, boundary, eventId, in state, exception, formatter, plan, lent, thread);
            logger.Log(made);
        }
        catch (Exception e)
        {
            events.Notices.Report("a log call failed and its event was lost", e);
        }
        finally
        {
            thread.Depth--;
            if (lent is not null)
            {
                thread.Return(lent, made);
            }
        }
    }

    private PropertyPlan Look()
    {
        long now = Stopwatch.GetTimestamp();
        if (now < Volatile.Read(ref _nextLook))
        {
            return PropertyPlan.Everything;
        }

        Volatile.Write(ref _nextLook, now + _betweenLooks);
        PropertyPlan plan = new(PropertyUse.Of(logger));
        Volatile.Write(ref _plan, plan);
        return plan;
    }
}
