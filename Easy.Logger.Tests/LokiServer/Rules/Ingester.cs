using LokiServer.Decoding;

namespace LokiServer.Rules;

/// <summary>Keeps what is sent. Not thread-safe.</summary>
internal sealed class Ingester(LokiLimits limits)
{
    private const string TooManyStreams = "Maximum active stream limit exceeded";

    private static readonly TimeSpan _farthestBehind = TimeSpan.FromHours(1);

    private readonly Dictionary<(string? Tenant, string Labels), Stream> _streams = [];

    public List<StoredEntry> Stored { get; } = [];

    /// <summary>Takes the lines of a stream, each once. By the text of their labels, streams are kept apart.</summary>
    /// <returns>What was not taken; empty when everything was.</returns>
    public string Push(
        string? tenant, IReadOnlyDictionary<string, string> labels, string selector, IReadOnlyList<PushedEntry> entries)
    {
        if (!_streams.TryGetValue((tenant, selector), out Stream? stream))
        {
            if (_streams.Keys.Count(key => key.Tenant == tenant) >= limits.Streams)
            {
                return $"{TooManyStreams} when trying to create stream {selector}, reduce the number of active streams";
            }

            _streams.Add((tenant, selector), stream = new Stream());
        }

        long window = Nanoseconds.Of(_farthestBehind);
        List<string> problems = [];
        foreach (PushedEntry entry in entries)
        {
            if (entry.Nanoseconds + window < stream.Newest)
            {
                problems.Add($"entry with timestamp {entry.Nanoseconds} ignored, reason: 'entry too far behind, oldest acceptable "
                    + $"timestamp is: {stream.Newest - window}'");
            }
            else if (stream.Seen.Add((entry.Nanoseconds, entry.Line, LabelSelector.Format(entry.Metadata))))
            {
                stream.Newest = Math.Max(stream.Newest, entry.Nanoseconds);
                Stored.Add(new StoredEntry(tenant, labels, selector, entry.Nanoseconds, entry.Line, LabelSelector.Last(entry.Metadata)));
            }
        }

        return problems.Count == 0
            ? string.Empty
            : $"{string.Join(", ", problems)}, total ignored: {problems.Count} out of {entries.Count} for stream: {selector}";
    }

    /// <summary>The status of what <see cref="Push" /> says: too many streams have that of a rate limit.</summary>
    public static int StatusOf(string problem) => problem.Contains(TooManyStreams, StringComparison.Ordinal) ? 429 : 400;

    private sealed class Stream
    {
        public long Newest { get; set; } = long.MinValue;

        public HashSet<(long Nanoseconds, string Line, string Metadata)> Seen { get; } = [];
    }
}
