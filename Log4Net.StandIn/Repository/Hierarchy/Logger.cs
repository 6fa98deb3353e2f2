using log4net.Appender;
using log4net.Core;
using log4net.Util;
using ReaderWriterLock = log4net.Util.ReaderWriterLock;

namespace log4net.Repository.Hierarchy;

public abstract class Logger : IAppenderAttachable, ILogger
{
    // Reading: append, look up. Writing: every change of the list, also while appenders close.
    private readonly ReaderWriterLock _listLock = new();
    private readonly AppenderAttachedImpl _list = new();

    protected Logger(string name) => Name = name;

    public virtual bool Additivity { get; set; } = true;

    public virtual AppenderCollection Appenders => Reading(static list => list.Appenders);

    public virtual Level EffectiveLevel
    {
        get
        {
            Level? level = Level;
            for (Logger? logger = Parent; level is null && logger is not null; logger = logger.Parent)
            {
                level = logger.Level;
            }
            return level!; // null only for a logger that is below no root
        }
    }

    public virtual Hierarchy? Hierarchy { get; set; }

    public virtual Level? Level { get; set; }

    public virtual string Name { get; }

    public virtual Logger? Parent { get; set; }

    public ILoggerRepository? Repository => Hierarchy;

    public virtual void AddAppender(IAppender appender)
    {
        Guard.NotNull(appender, nameof(appender));
        Writing(list => list.AddAppender(appender));
    }

    // An exception of a container's Close is not caught here: it stops a shutdown.
    public virtual void CloseNestedAppenders() => Writing(list =>
    {
        foreach (IAppender container in list.Appenders.OfType<IAppenderAttachable>().Cast<IAppender>())
        {
            container.Close();
        }
    });

    public virtual IAppender? GetAppender(string? name) => Reading(list => list.GetAppender(name));

    public virtual bool IsEnabledFor(Level? level)
        => level is not null && Hierarchy is { } hierarchy && !hierarchy.IsDisabled(level) && level >= EffectiveLevel;

    public virtual void Log(Type? callerStackBoundaryDeclaringType, Level? level, object? message, Exception? exception)
    {
        try
        {
            if (IsEnabledFor(level))
            {
                ForcedLog(callerStackBoundaryDeclaringType ?? typeof(Logger), level, message, exception);
            }
        }
        catch (Exception e) when (Containment.Holds(e))
        {
            Lost(e);
        }
    }

    public virtual void Log(Level level, object? message, Exception? exception) => Log(typeof(Logger), level, message, exception);

    public virtual void Log(LoggingEvent? logEvent)
    {
        try
        {
            if (logEvent is not null && IsEnabledFor(logEvent.Level))
            {
                ForcedLog(logEvent);
            }
        }
        catch (Exception e) when (Containment.Holds(e))
        {
            Lost(e);
        }
    }

    public virtual void RemoveAllAppenders() => Writing(static list => list.RemoveAllAppenders());

    public virtual IAppender? RemoveAppender(string? name)
    {
        IAppender? removed = null;
        Writing(list => removed = list.Detach(list.GetAppender(name)));
        return removed;
    }

    public virtual IAppender? RemoveAppender(IAppender? appender)
    {
        IAppender? removed = null;
        Writing(list => removed = list.Detach(appender));
        return removed;
    }

    // The new ones are all made before the first old one is closed; nobody logs between the two lists.
    public virtual void ReplaceAppenders(IEnumerable<IAppender> appenders)
    {
        IAppender[] successors = [.. appenders];
        Writing(list =>
        {
            list.RemoveAllAppenders();
            foreach (IAppender appender in successors)
            {
                list.AddAppender(appender);
            }
        });
    }

    /// <summary>As a logger is that no configuration has named.</summary>
    internal void LeaveToParent()
    {
        Additivity = true;
        Level = null;
    }

    protected virtual void CallAppenders(LoggingEvent loggingEvent)
    {
        int reached = 0;
        for (Logger? logger = this; logger is not null; logger = logger.Additivity ? logger.Parent : null)
        {
            logger._listLock.AcquireReaderLock();
            try
            {
                reached += logger._list.AppendLoopOnAppenders(loggingEvent);
            }
            finally
            {
                logger._listLock.ReleaseReaderLock();
            }
        }
        if (reached == 0)
        {
            Hierarchy?.TellUnheard(Name);
        }
    }

    protected virtual void ForcedLog(Type callerStackBoundaryDeclaringType, Level? level, object? message, Exception? exception)
        => CallAppenders(new LoggingEvent(callerStackBoundaryDeclaringType, Hierarchy, Name, level, message, exception));

    protected virtual void ForcedLog(LoggingEvent logEvent)
    {
        logEvent.AdoptRepository(Hierarchy);
        CallAppenders(logEvent);
    }

    private void Lost(Exception e) => LogLog.Error(typeof(Logger), $"An event of logger [{Name}] was lost.", e);

    private T Reading<T>(Func<AppenderAttachedImpl, T> get)
    {
        _listLock.AcquireReaderLock();
        try
        {
            return get(_list);
        }
        finally
        {
            _listLock.ReleaseReaderLock();
        }
    }

    private void Writing(Action<AppenderAttachedImpl> change)
    {
        _listLock.AcquireWriterLock();
        try
        {
            change(_list);
        }
        finally
        {
            _listLock.ReleaseWriterLock();
        }
    }
}
