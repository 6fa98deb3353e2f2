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
    {
        Guard.NotNull(appender, nameof(appender));
        IAppender[] list = _attached;
        if (Array.IndexOf(list, appender) < 0)
        {
            _attached = [.. list, appender];
        }
    }

    public int AppendLoopOnAppenders(LoggingEvent loggingEvent)
    {
        Guard.NotNull(loggingEvent, nameof(loggingEvent));
        IAppender[] list = _attached;
        foreach (IAppender appender in list)
        {
            try
            {
                appender.DoAppend(loggingEvent);
            }
            catch (Exception e) when (!e.IsFatal())
            {
                ReportAppend(appender, e);
            }
        }
        return list.Length;
    }

    public int AppendLoopOnAppenders(LoggingEvent[] loggingEvents)
    {
        Guard.NotNull(loggingEvents, nameof(loggingEvents));
        if (loggingEvents.Length == 0)
        {
            throw new ArgumentException("There is no event in the array.", nameof(loggingEvents));
        }
        if (loggingEvents.Length == 1)
        {
            return AppendLoopOnAppenders(loggingEvents[0]);
        }
        IAppender[] list = _attached;
        foreach (IAppender appender in list)
        {
            try
            {
                Deliver(appender, loggingEvents);
            }
            catch (Exception e) when (!e.IsFatal())
            {
                ReportAppend(appender, e);
            }
        }
        return list.Length;
    }

    public IAppender? GetAppender(string? name) => name is null ? null : Array.Find(_attached, a => a.Name == name);

    // The list stays as it is until the last one is closed: what an appender logs while it closes still goes to all of them.
    public void RemoveAllAppenders()
    {
        foreach (IAppender appender in _attached)
        {
            try
            {
                appender.Close();
            }
            catch (Exception e) when (!e.IsFatal())
            {
                LogLog.Error(typeof(AppenderAttachedImpl), $"Closing appender [{appender.Name}] failed.", e);
            }
        }
        _attached = [];
    }

    public IAppender? RemoveAppender(string name) => RemoveAppender(GetAppender(name));

    public IAppender? RemoveAppender(IAppender? appender)
    {
        IAppender[] list = _attached;
        if (appender is null || list.Length == 0)
        {
            return null;
        }
        if (Array.IndexOf(list, appender) < 0)
        {
            throw new ArgumentException($"Appender [{appender.Name}] is not attached here.", nameof(appender));
        }
        _attached = Array.FindAll(list, a => !ReferenceEquals(a, appender));
        return appender;
    }

    private static void Deliver(IAppender appender, LoggingEvent[] loggingEvents)
    {
        if (appender is IBulkAppender bulk)
        {
            bulk.DoAppend(loggingEvents);
            return;
        }
        foreach (LoggingEvent loggingEvent in loggingEvents)
        {
            appender.DoAppend(loggingEvent);
        }
    }

    private static void ReportAppend(IAppender appender, Exception e)
        => LogLog.Error(typeof(AppenderAttachedImpl), $"Appender [{appender.Name}] failed to take what was logged.", e);
}
