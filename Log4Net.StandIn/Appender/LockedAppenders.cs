using log4net.Core;
using log4net.Util;

namespace log4net.Appender;

/// <summary>The children of an appender, which is asked for them under its own lock: whoever looks waits until it has appended.</summary>
internal sealed class LockedAppenders(object gate) : IAppenderAttachable
{
    private readonly AppenderAttachedImpl _list = new();

    public AppenderCollection Appenders => Locked(static list => list.Appenders);

    public void AddAppender(IAppender appender) => Locked(list =>
    {
        list.AddAppender(appender);
        return appender;
    });

    public IAppender? GetAppender(string? name) => Locked(list => list.GetAppender(name));

    public void RemoveAllAppenders() => Locked(static list =>
    {
        list.RemoveAllAppenders();
        return list;
    });

    public IAppender? RemoveAppender(string? name) => Locked(list => list.Detach(list.GetAppender(name)));

    public IAppender? RemoveAppender(IAppender? appender) => Locked(list => list.Detach(appender));

    /// <summary>For the owner, which holds the lock while it appends or sends.</summary>
    public void Pass(LoggingEvent loggingEvent) => _list.AppendLoopOnAppenders(loggingEvent);
    public void Pass(LoggingEvent[] loggingEvents) => _list.AppendLoopOnAppenders(loggingEvents);

    private T Locked<T>(Func<AppenderAttachedImpl, T> use)
    {
        lock (gate)
        {
            return use(_list);
        }
    }
}
