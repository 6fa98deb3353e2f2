using Easy.Logger.Capture;
using Easy.Logger.Forwarding;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>
/// The waiting events in the order they came. Knows no limit, no lock and no thread: <see cref="BoundedEventQueue" /> owns all three.
/// </summary>
/// <remarks>Every event gets the next number of one sequence, so "everything up to here" is a number whatever is evicted in between.</remarks>
internal abstract class EventStore
{
    protected EventStore(TimeProvider time, long nextSequence)
    {
        Time = time;
        NextSequence = nextSequence;
    }

    /// <summary>Number of waiting events.</summary>
    public abstract int Count { get; }

    /// <summary>The number the next event will get.</summary>
    public long NextSequence { get; protected set; }

    /// <summary>The number of the oldest waiting event; <see cref="NextSequence" /> when none waits.</summary>
    public abstract long HeadSequence { get; }

    /// <summary>When the oldest waiting event came, or a little earlier, never later. Only meaningful while one waits.</summary>
    public abstract long OldestTimestamp { get; }

    protected TimeProvider Time { get; }

    /// <param name="loggingEvent">The event.</param>
    /// <param name="values">What was captured beside it.</param>
    public abstract void Add(LoggingEvent loggingEvent, in CapturedValues values = default);

    /// <summary>Takes the oldest event out. Only valid while one waits.</summary>
    /// <param name="batch">Gets what was captured beside it; <see langword="null" /> when nobody wants it.</param>
    public abstract LoggingEvent RemoveOldest(Batch? batch = null);

    /// <summary>Takes several out, the oldest first. Only valid while so many wait.</summary>
    /// <param name="events">Gets the events.</param>
    /// <param name="count">How many.</param>
    /// <param name="batch">Gets what was captured beside them.</param>
    public virtual void RemoveOldest(LoggingEvent[] events, int count, Batch batch)
    {
        for (int i = 0; i < count; i++)
        {
            events[i] = RemoveOldest(batch);
        }
    }

    /// <summary>Takes the event out that has to make room for a newcomer.</summary>
    /// <param name="newcomer">The event that needs its place.</param>
    /// <param name="sequence">The number of the event that was taken out.</param>
    /// <returns>That event; <see langword="null" /> when it is the newcomer that has to go.</returns>
    public abstract LoggingEvent? EvictFor(LoggingEvent newcomer, out long sequence);
}
