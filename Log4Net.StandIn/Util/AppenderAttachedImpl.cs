using log4net.Appender;
using log4net.Core;

namespace log4net.Util;

/// <summary>The list is an array that is never changed, only exchanged, so that a loop over it sees one state from start to end.</summary>
public class AppenderAttachedImpl : IAppenderAttachable
{
    private volatile IAppender[] _attached = [];

    public AppenderCollection Appenders
        => _attached is { Length: > 0 } list ? AppenderCollection.ReadOnly(new AppenderCollection(list)) : AppenderCollection.EmptyCollection;

    public void AddAppender(IAppender appender)
        => _attached = Holds(Guard.NotNull(appender, nameof(appender))) ? _attached : [.. _attached, appender];

    public int AppendLoopOnAppenders(LoggingEvent loggingEvent)
        => TellAll(Guard.NotNull(loggingEvent, nameof(loggingEvent)), "take an event", static (appender, one) => appender.DoAppend(one));

    public int AppendLoopOnAppenders(LoggingEvent[] loggingEvents) => Guard.NotNull(loggingEvents, nameof(loggingEvents)).Length switch
    {
        0 => throw new ArgumentException("There is no event in the array.", nameof(loggingEvents)),
        1 => AppendLoopOnAppenders(loggingEvents[0]),
        _ => TellAll(loggingEvents, "take a batch", static (appender, batch) =>
        {
            if (appender is IBulkAppender bulk)
            {
                bulk.DoAppend(batch);
            }
            else
            {
                Array.ForEach(batch, appender.DoAppend);
            }
        }),
    };

    public IAppender? GetAppender(string? name) => name is null ? null : Array.Find(_attached, a => a.Name == name);

    // The list stays as it is until the last one is closed: what an appender logs while it closes still goes to all of them.
    public void RemoveAllAppenders()
    {
        TellAll(this, "close", static (appender, _) => appender.Close());
        _attached = [];
    }

    public IAppender? RemoveAppender(string name) => RemoveAppender(GetAppender(name));

    public IAppender? RemoveAppender(IAppender? appender)
    {
        Detach(appender);
        return appender;
    }

    /// <summary>What loggers and containers tell of a removal: null where there was nothing to look through, instead of the appender.</summary>
    internal IAppender? Detach(IAppender? appender)
    {
        if (appender is null || _attached.Length == 0)
        {
            return null;
        }
        _attached = Holds(appender)
            ? Array.FindAll(_attached, a => !ReferenceEquals(a, appender))
            : throw new ArgumentException($"Appender [{appender.Name}] is not attached here.", nameof(appender));
        return appender;
    }

    private bool Holds(IAppender appender) => Array.IndexOf(_attached, appender) >= 0;

    /// <summary>Does the same with every appender, whatever happens to one of them, and says how many there are.</summary>
    private int TellAll<T>(T what, string task, Action<IAppender, T> tell)
    {
        IAppender[] all = _attached;
        foreach (IAppender appender in all)
        {
            try
            {
                tell(appender, what);
            }
            catch (Exception e) when (Containment.Holds(e))
            {
                LogLog.Error(typeof(AppenderAttachedImpl), $"Appender [{appender.Name}] failed to {task}.", e);
            }
        }
        return all.Length;
    }
}
