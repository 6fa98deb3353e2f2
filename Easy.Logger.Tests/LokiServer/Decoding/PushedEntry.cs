namespace LokiServer.Decoding;

/// <summary>A line of a push.</summary>
internal sealed record PushedEntry(long Nanoseconds, string Line, IReadOnlyList<KeyValuePair<string, string>> Metadata);
