using Easy.Logger.Capture;

namespace Easy.Logger.Forwarding.Writers;

/// <summary>One way of handing a batch to an attached appender. Worker only.</summary>
internal interface IBatchWriter
{
    /// <summary>Whether everything that was written is out of the appender's own buffers when <see cref="Write" /> returns.</summary>
    bool LeavesNothingToFlush { get; }

    /// <summary>Hands the batch to the appender, each step guarded by <see cref="AttachedAppender.Try" />.</summary>
    /// <param name="batch">The events.</param>
    /// <param name="planned">What is known of the appender.</param>
    /// <param name="child">The appender.</param>
    /// <param name="failures">Gets the events that the appender failed to take.</param>
    void Write(Batch batch, PlannedAppender planned, AttachedAppender child, BatchFailures failures);
}
