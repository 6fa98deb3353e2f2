namespace LokiServer;

/// <summary>A line that the server took.</summary>
/// <param name="Tenant">The tenant; <see langword="null" /> when the server does not ask for one.</param>
/// <param name="Labels">The labels that were sent, without those whose value is empty, sorted by name.</param>
/// <param name="Selector">
/// The labels as text, by which Loki keeps streams apart: over gRPC to an ingester as they were sent, otherwise sorted by name.
/// </param>
/// <param name="TimestampNanoseconds">Nanoseconds since 1970-01-01 UTC.</param>
/// <param name="Line">The text.</param>
/// <param name="Metadata">The metadata that was sent. Over HTTP, names are cleaned as Loki does it.</param>
/// <param name="ServiceName">The <c>service_name</c> that Loki gives the stream; an ingester gives none over gRPC.</param>
/// <param name="DetectedLevel">The <c>detected_level</c> that Loki gives the line likewise, unless the line brought it.</param>
public sealed record StoredEntry(
    string? Tenant, IReadOnlyDictionary<string, string> Labels, string Selector, long TimestampNanoseconds, string Line,
    IReadOnlyDictionary<string, string> Metadata, string? ServiceName, string? DetectedLevel);
