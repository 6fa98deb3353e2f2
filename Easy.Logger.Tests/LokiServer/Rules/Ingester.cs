using System.Text.Json;
using LokiServer.Decoding;

namespace LokiServer.Rules;

/// <summary>Keeps what is sent. Not thread-safe.</summary>
internal sealed class Ingester
{
    private const string TooManyStreams = "Maximum active stream limit exceeded";

    private readonly Dictionary<(string? Tenant, string Labels), Stream> _streams = [];
    private readonly List<StoredEntry> _stored = [];
    private readonly LokiLimits _limits;
    private readonly StreamWriter? _data;

    /// <param name="limits">What is refused.</param>
    /// <param name="data">A file that has what was taken before, and gets what is taken; <see langword="null" /> for none.</param>
    public Ingester(LokiLimits limits, string? data = null)
    {
        _limits = limits;
        if (data is not null)
        {
            Array.ForEach(File.Exists(data) ? File.ReadAllLines(data) : [], Restore);
            _data = new StreamWriter(data, append: true) { AutoFlush = true }; // what the system has outlives a kill
        }
    }

    public StoredEntry[] ToArray() => [.. _stored];

    /// <summary>Takes the lines of a stream, each once.</summary>
    /// <param name="tenant">Whose they are.</param>
    /// <param name="labels">The labels of the stream.</param>
    /// <param name="selector">The labels as text, by which streams are kept apart.</param>
    /// <param name="entries">The lines.</param>
    /// <param name="discover">Whether the service name and the level are found out.</param>
    /// <returns>What was not taken; empty when everything was.</returns>
    public string Push(
        string? tenant, IReadOnlyDictionary<string, string> labels, string selector, IReadOnlyList<PushedEntry> entries, bool discover)
    {
        if (!_streams.TryGetValue((tenant, selector), out Stream? stream))
        {
            if (_streams.Keys.Count(key => key.Tenant == tenant) >= _limits.Streams)
            {
                return $"{TooManyStreams} when trying to create stream {selector}, reduce the number of active streams";
            }

            _streams.Add((tenant, selector), stream = new Stream());
        }

        long window = Nanoseconds.Of(_limits.FarthestBehind);
        List<string> problems = [];
        foreach (PushedEntry entry in entries)
        {
            if (stream.Newest is { } newest && entry.Nanoseconds < newest - window)
            {
                problems.Add($"entry with timestamp {entry.Nanoseconds} ignored, reason: 'entry too far behind, oldest acceptable "
                    + $"timestamp is: {newest - window}'");
                continue;
            }

            stream.Newest = Math.Max(stream.Newest ?? entry.Nanoseconds, entry.Nanoseconds);
            if (stream.Seen.Add((entry.Nanoseconds, entry.Line, LabelSelector.Format(entry.Metadata))))
            {
                _stored.Add(Entry(tenant, labels, selector, entry, discover));
                _data?.Write(JsonSerializer.Serialize(_stored[^1]) + "\n");
            }
        }

        return problems.Count == 0
            ? string.Empty
            : $"{string.Join(", ", problems)}, total ignored: {problems.Count} out of {entries.Count} for stream: {selector}";
    }

    /// <summary>The status of what <see cref="Push" /> says: too many streams have that of a rate limit.</summary>
    public static int StatusOf(string problem) => problem.Contains(TooManyStreams, StringComparison.Ordinal) ? 429 : 400;

    private void Restore(string line)
    {
        if (!line.EndsWith('}'))
        {
            return; // the kill came before its end, so it was not answered
        }

        StoredEntry entry = JsonSerializer.Deserialize<StoredEntry>(line)!;
        if (!_streams.TryGetValue((entry.Tenant, entry.Selector), out Stream? stream))
        {
            _streams.Add((entry.Tenant, entry.Selector), stream = new Stream());
        }

        stream.Newest = Math.Max(stream.Newest ?? entry.TimestampNanoseconds, entry.TimestampNanoseconds);
        stream.Seen.Add((entry.TimestampNanoseconds, entry.Line, LabelSelector.Format(entry.Metadata)));
        _stored.Add(entry);
    }

    private static StoredEntry Entry(
        string? tenant, IReadOnlyDictionary<string, string> labels, string selector, PushedEntry entry, bool discover)
    {
        Dictionary<string, string> metadata = [];
        foreach ((string name, string value) in entry.Metadata)
        {
            metadata[name] = value;
        }

        return new StoredEntry
        {
            Tenant = tenant,
            Labels = labels,
            Selector = selector,
            TimestampNanoseconds = entry.Nanoseconds,
            Line = entry.Line,
            Metadata = metadata,
            ServiceName = discover ? Discovery.Service(labels) : null,
            DetectedLevel = discover ? Discovery.Level(labels, entry) : null,
        };
    }

    private sealed class Stream
    {
        public long? Newest { get; set; }

        public HashSet<(long Nanoseconds, string Line, string Metadata)> Seen { get; } = [];
    }
}
