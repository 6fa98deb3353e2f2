using log4net.Appender;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger;

/// <summary>
/// An appender that takes the batches of a forwarder and writes the texts of their events itself, where it needs them. Log calls are cheaper for it: nothing is fixed that it does not
/// ask for, and messages are rendered by the forwarder's thread, without a string for each. A forwarder calls it on one thread at a time.
/// </summary>
public interface IBatchAppender : IAppender
{
    /// <summary>
    /// The layouts that it gives to <see cref="EventBatch.Format" />; what they print is fixed. Asked for each batch, so it is to be quick. As long as there is a filter or a layout that
    /// is not log4net's own, messages are rendered at the log call.
    /// </summary>
    IReadOnlyList<ILayout> Layouts { get; }

    /// <summary>What else has to be fixed in an event, beyond message, thread, exception and what the layouts print. Asked for each batch, so it is to be quick.</summary>
    FixFlags Fix { get; }

    /// <summary>Writes the events of a batch. What it throws counts for all of them.</summary>
    /// <param name="batch">The events, never <see langword="null" />, in their order; of use during the call only.</param>
    void DoAppend(EventBatch batch);
}
