using log4net.Core;

namespace log4net.Appender;

public class ForwardingAppender : AppenderSkeleton, IAppenderAttachable
{
    private readonly LockedAppenders _children;

    public ForwardingAppender() => _children = new LockedAppenders(LockObj);

    public virtual AppenderCollection Appenders => _children.Appenders;

    public virtual void AddAppender(IAppender appender) => _children.AddAppender(appender);

    public virtual IAppender? GetAppender(string? name) => _children.GetAppender(name);

    public virtual void RemoveAllAppenders() => _children.RemoveAllAppenders();

    public virtual IAppender? RemoveAppender(string? name) => _children.RemoveAppender(name);
    public virtual IAppender? RemoveAppender(IAppender? appender) => _children.RemoveAppender(appender);

    protected override void Append(LoggingEvent loggingEvent) => _children.Pass(loggingEvent);
    protected override void Append(LoggingEvent[] loggingEvents) => _children.Pass(loggingEvents);

    protected override void OnClose() => RemoveAllAppenders();
}
