using log4net.Appender;

namespace Easy.Logger;

/// <summary>
/// An appender that may keep a batch for long, and can put it in a safe place instead, such as a folder. The async appender that it is
/// attached to, also behind forwarding appenders of log4net, informs it when the time becomes short: on a thread of its own, so its member
/// has to be safe for any thread.
/// </summary>
public interface IDrainingAppender : IAppender
{
    /// <summary>
    /// Called when the async appender begins to close, and when the process is about to end. Batches that are queued follow, and all of
    /// them should be safe at the end of the given time. Called on a thread of its own, also while a batch is being written; must return at
    /// once, for it is waited for at most 100 ms, and throw nothing. May be called several times, one after the other, and the process may
    /// go on.
    /// </summary>
    /// <param name="millisecondsTimeout">The time that is left, in milliseconds; -1 for no limit.</param>
    void BeginDrain(int millisecondsTimeout);
}
