namespace Easy.Logger.EventSource.Health;

/// <summary>What the meter says of one appender at one moment; the fields of the event, in its order.</summary>
internal sealed class BufferHealthFields(string component)
{
    public long Enqueued { get; set; }

    public long Forwarded { get; set; }

    public long QueueFull { get; set; }

    public long Closed { get; set; }

    public long AppenderError { get; set; }

    /// <summary>Given up by a lossy appender, logged by an attached appender, or logged while none was attached.</summary>
    public long OtherErrors { get; set; }

    public long Rejected { get; set; }

    public long QueueSize { get; set; }

    public long QueueCapacity { get; set; }

    public long InFlight { get; set; }

    public long BlockedCalls { get; set; }

    public double BlockedSeconds { get; set; }

    public double OldestAgeSeconds { get; set; }

    public string Component { get; } = component;
}
