using System.Collections;
using log4net.Core;

namespace log4net.Appender;

public class MemoryAppender : AppenderSkeleton
{
    protected List<LoggingEvent> m_eventsList = [];

    public virtual FixFlags Fix { get; set; } = FixFlags.All;

    /// <remarks>Not the appender's lock: events can be read while another thread is held up in an append.</remarks>
    private object Gate => ((ICollection)m_eventsList).SyncRoot;

    public virtual void Clear()
    {
        lock (Gate)
        {
            m_eventsList.Clear();
        }
    }

    public virtual LoggingEvent[] GetEvents()
    {
        lock (Gate)
        {
            return [.. m_eventsList];
        }
    }

    public virtual LoggingEvent[] PopAllEvents()
    {
        lock (Gate)
        {
            LoggingEvent[] events = [.. m_eventsList];
            m_eventsList.Clear();
            return events;
        }
    }

    protected override void Append(LoggingEvent loggingEvent)
    {
        loggingEvent.Fix = Fix;
        lock (Gate)
        {
            m_eventsList.Add(loggingEvent);
        }
    }
}
