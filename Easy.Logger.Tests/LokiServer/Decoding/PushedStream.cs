namespace LokiServer.Decoding;

/// <summary>A stream of a push, with its labels or why they could not be read.</summary>
internal sealed record PushedStream(
    string Selector, IReadOnlyDictionary<string, string>? Labels, string? LabelError, IReadOnlyList<PushedEntry> Entries);

internal sealed record PushedEntry(long Nanoseconds, string Line, IReadOnlyList<KeyValuePair<string, string>> Metadata);
