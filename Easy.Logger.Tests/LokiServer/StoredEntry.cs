namespace LokiServer;

/// <summary>A line that the server took.</summary>
public sealed record StoredEntry
{
    /// <summary>The tenant; <see langword="null" /> when the server does not ask for one.</summary>
    public string? Tenant { get; init; }

    /// <summary>The labels that were sent, without those whose value is empty, sorted by name.</summary>
    public required IReadOnlyDictionary<string, string> Labels { get; init; }

    /// <summary>
    /// The labels as text, by which Loki keeps streams apart: over gRPC to an ingester as they were sent, otherwise sorted by name.
    /// </summary>
    public required string Selector { get; init; }

    /// <summary>Nanoseconds since 1970-01-01 UTC.</summary>
    public required long TimestampNanoseconds { get; init; }

    /// <summary>The text.</summary>
    public required string Line { get; init; }

    /// <summary>The metadata that was sent. Over HTTP, names are cleaned as Loki does it.</summary>
    public required IReadOnlyDictionary<string, string> Metadata { get; init; }

    /// <summary>
    /// The <c>service_name</c> that Loki gives the stream; <see langword="null" /> over gRPC to an ingester, which gives none.
    /// </summary>
    public string? ServiceName { get; init; }

    /// <summary>
    /// The <c>detected_level</c> that Loki gives the line; <see langword="null" /> over gRPC to an ingester, and when the line brought it.
    /// </summary>
    public string? DetectedLevel { get; init; }
}
