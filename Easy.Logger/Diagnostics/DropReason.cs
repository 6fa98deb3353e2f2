namespace Easy.Logger.Diagnostics;

/// <summary>Why an accepted event was not forwarded.</summary>
public enum DropReason
{
    /// <summary>It came while the queue was full, under a policy that drops the new event.</summary>
    QueueFull = 0,

    /// <summary>It waited in the queue and made room for a later one.</summary>
    Evicted,

    /// <summary>
    /// Its log call waited <c>blockTimeout</c> for room, or came while the worker had made no progress since another call did.
    /// </summary>
    BlockTimeout,

    /// <summary>Its log call was interrupted while it waited for room.</summary>
    Interrupted,

    /// <summary>
    /// It was logged by a child, a layout or a filter on the worker's own thread, which must not wait for itself or feed itself without
    /// end.
    /// </summary>
    Reentrant,

    /// <summary>
    /// It was in the history of a lossy appender and no triggering event came in time. This is what <c>lossy</c> asks for.
    /// </summary>
    Lossy,

    /// <summary>No child appender is attached.</summary>
    NoAppender,

    /// <summary>It was waiting, or its log call was, when the appender closed and <c>closeTimeout</c> ran out.</summary>
    Closing,

    /// <summary>As <see cref="Closing" />, but it stays in the journal and is forwarded by the next run.</summary>
    LeftInJournal,
}
