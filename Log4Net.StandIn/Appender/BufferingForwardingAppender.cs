using log4net.Core;

namespace log4net.Appender;

public class BufferingForwardingAppender : BufferingAppenderSkeleton, IAppenderAttachable
{
    private readonly LockedAppenders _children;

    public BufferingForwardingAppender() => _children = new LockedAppenders(LockObj);

    public virtual AppenderCollection Appenders => _children.Appenders;

    public virtual void AddAppender(IAppender appender) => _children.AddAppender(appender);

    public virtual IAppender? GetAppender(string? name) => _children.GetAppender(name);

    public virtual void RemoveAllAppenders() => _children.RemoveAllAppenders();

    public virtual IAppender? RemoveAppender(string? name) => _children.RemoveAppender(name);
    public virtual IAppender? RemoveAppender(IAppender? appender) => _children.RemoveAppender(appender);

    protected override void OnClose()
    {
        // the buffer first: the children must still be open for what is left in it
        base.OnClose();
        RemoveAllAppenders();
    }

    protected override void SendBuffer(LoggingEvent[] events) => _children.Pass(events);
}
