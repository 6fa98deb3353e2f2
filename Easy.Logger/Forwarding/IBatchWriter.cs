using Easy.Logger.Rendering;
using log4net.Core;

namespace Easy.Logger.Forwarding;

/// <summary>One way of handing a batch to a child appender.</summary>
internal interface IBatchWriter
{
    /// <summary>Whether everything that was written is out of the child's own buffers when <see cref="Write" /> returns.</summary>
    bool LeavesNothingToFlush { get; }

    /// <summary>Whether nothing behind it reads the message in an event, so that it need not be fixed there. May be asked by any thread.</summary>
    bool RendersMessages { get; }

    /// <summary>Hands the batch to the child, each step through <see cref="ChildAppender.Try" />.</summary>
    /// <returns>How many events the child failed to take; those are marked.</returns>
    int Write(LoggingEvent[] batch, BatchMessages messages, ChildAppender child, BatchFailures failures);

    /// <summary>Undoes what was changed at the child.</summary>
    void Detach();
}
