using log4net.Core;
using log4net.Util;

namespace log4net.Appender;

public class BufferingForwardingAppender : BufferingAppenderSkeleton, IAppenderAttachable
{
    private readonly AppenderAttachedImpl _children = new();

    public BufferingForwardingAppender()
    {
    }

    public virtual AppenderCollection Appenders
    {
        get
        {
            lock (LockObj)
            {
                return _children.Appenders;
            }
        }
    }

    public virtual void AddAppender(IAppender appender)
    {
        lock (LockObj)
        {
            _children.AddAppender(appender);
        }
    }

    public virtual IAppender? GetAppender(string? name)
    {
        lock (LockObj)
        {
            return _children.GetAppender(name);
        }
    }

    public virtual void RemoveAllAppenders()
    {
        lock (LockObj)
        {
            _children.RemoveAllAppenders();
        }
    }

    public virtual IAppender? RemoveAppender(string? name)
    {
        lock (LockObj)
        {
            return name is null ? null : _children.RemoveAppender(name);
        }
    }

    public virtual IAppender? RemoveAppender(IAppender? appender)
    {
        lock (LockObj)
        {
            return appender is null ? null : _children.RemoveAppender(appender);
        }
    }

    protected override void OnClose()
    {
        // the buffer first: the children must still be open for what is left in it
        base.OnClose();
        RemoveAllAppenders();
    }

    protected override void SendBuffer(LoggingEvent[] events) => _children.AppendLoopOnAppenders(events);
}
