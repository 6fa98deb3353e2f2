namespace Easy.Logger.DogStatsd;

/// <summary>
/// An event for <see cref="DogStatsdSender.Event" />, as it appears in Datadog's stream of events. Not for use by more than one thread at a
/// time.
/// </summary>
public sealed class DogStatsdEvent
{
    /// <summary>Makes an event.</summary>
    /// <param name="title">What happened, in a line. Of an event without one nothing is sent.</param>
    /// <param name="text">More of it, in any number of lines; what makes the event longer than 8,192 bytes is cut off.</param>
    /// <exception cref="ArgumentNullException"><paramref name="title" /> or <paramref name="text" /> is
    /// <see langword="null" />.</exception>
    public DogStatsdEvent(string title, string text)
    {
        Title = title ?? throw new ArgumentNullException(nameof(title));
        Text = text ?? throw new ArgumentNullException(nameof(text));
    }

    /// <summary>What happened, in a line.</summary>
    public string Title { get; }

    /// <summary>More of it.</summary>
    public string Text { get; }

    /// <summary>When it happened; default when the agent gets it.</summary>
    public DateTimeOffset? Timestamp { get; set; }

    /// <summary>The host it is about; default that of the agent.</summary>
    public string? Hostname { get; set; }

    /// <summary>Events of one key are shown as one; default none.</summary>
    public string? AggregationKey { get; set; }

    /// <summary>The kind of source; default none.</summary>
    public string? SourceType { get; set; }

    /// <summary>Whether it is of low priority instead of normal; default <see langword="false" />.</summary>
    public bool IsLowPriority { get; set; }

    /// <summary>How bad it is; default <see cref="DogStatsdAlertType.Info" />.</summary>
    public DogStatsdAlertType AlertType { get; set; }
}
