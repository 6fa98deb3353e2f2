namespace LokiServer;

/// <summary>
/// A line that the server took, of no tenant when it does not ask for one. The labels are without those whose value is empty, and sorted by
/// name. The selector is their text, by which Loki keeps streams apart: over gRPC to an ingester as it was sent, otherwise sorted by name.
/// </summary>
internal sealed record StoredEntry(
    string? Tenant, IReadOnlyDictionary<string, string> Labels, string Selector, long TimestampNanoseconds, string Line,
    IReadOnlyDictionary<string, string> Metadata);
