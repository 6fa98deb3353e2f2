namespace Easy.Logger.Shared;

/// <summary>
/// What the meter calls things. Names and units follow OpenTelemetry's rules: lower case, dots between namespaces, UCUM units that are no
/// part of the name. Compiled into every assembly that reads the meter, so that a name is written once.
/// </summary>
internal static class MeterNames
{
    public const string Meter = "Easy.Logger";

    public const string Enqueued = "easy_logger.buffer.enqueued";
    public const string Processed = "easy_logger.buffer.processed";
    public const string QueueSize = "easy_logger.buffer.queue.size";
    public const string QueueCapacity = "easy_logger.buffer.queue.capacity";
    public const string OldestAge = "easy_logger.buffer.queue.oldest_age";
    public const string InFlight = "easy_logger.buffer.inflight";
    public const string Rejected = "easy_logger.buffer.rejected";
    public const string Blocked = "easy_logger.buffer.blocked";
    public const string BlockedTime = "easy_logger.buffer.blocked.time";
    public const string BatchSize = "easy_logger.buffer.batch.size";
    public const string BatchDuration = "easy_logger.buffer.batch.duration";
    public const string ChildProcessed = "easy_logger.child.processed";
    public const string JournalWritten = "easy_logger.journal.written";
    public const string JournalRecovered = "easy_logger.journal.recovered";
    public const string JournalRejected = "easy_logger.journal.rejected";
    public const string JournalActive = "easy_logger.journal.active";

    /// <summary>The appender's name.</summary>
    public const string ComponentName = "easy_logger.component.name";

    /// <summary>The name of an attached appender.</summary>
    public const string ChildName = "easy_logger.child.name";

    /// <summary>The class of an attached appender, without its namespace.</summary>
    public const string ChildType = "easy_logger.child.type";

    /// <summary>Why an event was not forwarded; absent on those that were.</summary>
    public const string ErrorType = "error.type";

    /// <summary>It found the queue full, made room in it for another, or stopped waiting for room.</summary>
    public const string QueueFull = "queue_full";

    /// <summary>It was still waiting when the appender closed and its time was over.</summary>
    public const string Closed = "closed";

    /// <summary>As <see cref="Closed" />, but it stays in the journal for the next run.</summary>
    public const string LeftInJournal = "left_in_journal";

    /// <summary>The folder of the journal cannot be used.</summary>
    public const string JournalUnavailable = "unavailable";

    /// <summary>It takes more than a record of the journal may.</summary>
    public const string JournalTooLarge = "too_large";

    /// <summary>The journal had no room for it.</summary>
    public const string JournalFull = "full";

    /// <summary>Somebody removed, moved or cut the files of the journal.</summary>
    public const string JournalDamaged = "damaged";

    /// <summary>An attached appender failed to take it.</summary>
    public const string AppenderError = "appender_error";

    /// <summary>No appender was attached.</summary>
    public const string NoAppender = "no_appender";

    /// <summary>An attached appender itself logged it.</summary>
    public const string Reentrant = "reentrant";

    /// <summary>A lossy appender gave it up, as it should.</summary>
    public const string Lossy = "lossy";
}
