using log4net.Appender;

namespace Easy.Logger;

/// <summary>
/// An appender that writes the trace in which an event was logged. A forwarder that it is attached to, also behind others, keeps the ids in the event while the log call is under way:
/// on the forwarder's own thread there is no activity any more. Any thread may ask.
/// </summary>
public interface ITraceContextAppender : IAppender
{
    /// <summary>Whether it writes it, with the options that it has. Asked when the appender is attached, and when the forwarder is activated.</summary>
    bool WritesTraceContext { get; }
}
