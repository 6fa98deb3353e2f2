using Easy.Logger.Capture;
using Easy.Logger.Rendering;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>
/// The queued events in the order they came. Knows no limit, no lock and no thread: <see cref="EventQueue" /> owns all three.
/// </summary>
/// <remarks>Every event gets the next number of one sequence, so "everything up to here" is a number whatever is evicted in
/// between.</remarks>
internal abstract class EventStore
{
    /// <summary>
    /// What callers add to without asking the store, up to its limit and as long as the plan is the same. Never any, when the store has to
    /// look at each event.
    /// </summary>
    public CapturedEvents Open { get; protected set; } = new(0);

    /// <summary>Number of queued events.</summary>
    public abstract int Count { get; }

    /// <summary>The number the next event will get.</summary>
    public abstract long NextSequence { get; }

    /// <summary>The number of the oldest queued event; <see cref="NextSequence" /> when there is none.</summary>
    public abstract long HeadSequence { get; }

    /// <summary>When the oldest queued event came, or a little earlier, never later. Only meaningful while there is one.</summary>
    public abstract long OldestTimestamp { get; }

    /// <summary>Whether there are events that wait for no more to come: as many as a batch has, or of an earlier plan.</summary>
    public abstract bool HasFullBatch { get; }

    /// <summary>Adds an event, whatever the limit.</summary>
    public abstract void Add(in CapturedEvent captured, CapturePlan plan);

    /// <summary>Takes the oldest events out, all of one plan. Only valid while there is one.</summary>
    /// <param name="end">The first event that is not to be among them.</param>
    public abstract CapturedEvents Take(long end);

    /// <summary>Whether it is the newcomer that has to go when there is no room.</summary>
    public virtual bool MustDrop(Level? newcomer) => false;

    /// <summary>Takes the event out that has to make room for a newcomer.</summary>
    /// <param name="newcomer">The level of the event that needs its place.</param>
    /// <returns>The event that was taken out; <see langword="null" /> when it is the newcomer that has to go.</returns>
    public abstract QueuedEvent? EvictFor(Level? newcomer);

    /// <summary>Lets callers add to <see cref="Open" />.</summary>
    /// <param name="room">How many more events may be queued.</param>
    public abstract void SetRoom(int room);

    /// <summary>All of them, in order. They stay.</summary>
    public abstract IEnumerable<QueuedEvent> Events();

    /// <summary>Gives back what was taken, for other events.</summary>
    /// <param name="events">Cleared, and nobody else's any more.</param>
    public abstract void Recycle(CapturedEvents events);

    /// <summary>Keeps no memory that only many events need. Only valid while there is none.</summary>
    public abstract void Trim();
}

/// <summary>An event with all that goes with it.</summary>
internal readonly struct QueuedEvent(in CapturedEvent captured, CapturePlan plan, long sequence = 0, long timestamp = 0)
{
    public CapturedEvent Captured { get; } = captured;

    public CapturePlan Plan { get; } = plan;

    /// <summary>Its number in the store.</summary>
    public long Sequence { get; } = sequence;

    /// <summary>When it came.</summary>
    public long Timestamp { get; } = timestamp;
}
