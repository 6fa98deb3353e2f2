using System.Text.Json;
using LokiServer.Decoding;

namespace LokiServer.Rules;

/// <summary>Keeps what is sent. Not thread-safe.</summary>
internal sealed class Ingester
{
    private const string TooManyStreams = "Maximum active stream limit exceeded";

    /// <summary>How far before the newest line of its stream a line may lie.</summary>
    private static readonly TimeSpan _farthestBehind = TimeSpan.FromHours(1);

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
        if (!_streams.ContainsKey((tenant, selector)) && _streams.Keys.Count(key => key.Tenant == tenant) >= _limits.Streams)
        {
            return $"{TooManyStreams} when trying to create stream {selector}, reduce the number of active streams";
        }

        Stream stream = StreamOf(tenant, selector);
        long window = Nanoseconds.Of(_farthestBehind);
        List<string> problems = [];
        foreach (PushedEntry entry in entries)
        {
            if (entry.Nanoseconds + window < stream.Newest)
            {
                problems.Add($"entry with timestamp {entry.Nanoseconds} ignored, reason: 'entry too far behind, oldest acceptable "
                    + $"timestamp is: {stream.Newest - window}'");
            }
            else if (Keep(stream, Entry(tenant, labels, selector, entry, discover)))
            {
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
        // Without its end it was not answered: the kill came before.
        if (line.EndsWith('}'))
        {
            StoredEntry entry = JsonSerializer.Deserialize<StoredEntry>(line)!;
            Keep(StreamOf(entry.Tenant, entry.Selector), entry);
        }
    }

    private Stream StreamOf(string? tenant, string selector)
    {
        if (!_streams.TryGetValue((tenant, selector), out Stream? stream))
        {
            _streams.Add((tenant, selector), stream = new Stream());
        }

        return stream;
    }

    /// <returns>Whether it is new.</returns>
    private bool Keep(Stream stream, StoredEntry entry)
    {
        stream.Newest = Math.Max(stream.Newest, entry.TimestampNanoseconds);
        bool isNew = stream.Seen.Add((entry.TimestampNanoseconds, entry.Line, LabelSelector.Format(entry.Metadata)));
        if (isNew)
        {
            _stored.Add(entry);
        }

        return isNew;
    }

    private static StoredEntry Entry(
        string? tenant, IReadOnlyDictionary<string, string> labels, string selector, PushedEntry entry, bool discover)
    {
        Dictionary<string, string> metadata =
            entry.Metadata.GroupBy(pair => pair.Key).ToDictionary(group => group.Key, group => group.Last().Value);
        return new StoredEntry(
            tenant,
            labels,
            selector,
            entry.Nanoseconds,
            entry.Line,
            metadata,
            discover ? Discovery.Service(labels) : null,
            discover ? Discovery.Level(labels, entry) : null);
    }

    private sealed class Stream
    {
        public long Newest { get; set; } = long.MinValue;

        public HashSet<(long Nanoseconds, string Line, string Metadata)> Seen { get; } = [];
    }
}
