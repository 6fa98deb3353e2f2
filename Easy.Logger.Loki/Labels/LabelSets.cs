using System.Text.Json;
using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Configuration;
using Easy.Logger.Loki.Encoding;
using Easy.Logger.Loki.Fields;

namespace Easy.Logger.Loki.Labels;

/// <summary>
/// The stream of each event. Its labels are those that are the same for all, the level, and those of the event, in this order of
/// importance; of two with the same name the second is left out, and so is what Loki would refuse the stream for. They are rendered once
/// for all events that have the same ones; with labels that no event changes there is one stream for each level, and nothing to look up but
/// that. Not thread-safe.
/// </summary>
internal sealed class LabelSets : IDisposable
{
    /// <summary>Most sets that are remembered. Beyond it all are forgotten: values that never come again do not fill the memory.</summary>
    internal const int MaxSets = KnownStreams.MaxStreams;

    private readonly LokiSettings _settings;
    private readonly KnownStreams _streams;
    private readonly Action<string> _report;
    private readonly LevelNames? _levels; // none when they are no label
    private readonly ByteBuffer _key = new(capacity: 256);
    private readonly FieldWriter _fields;
    private readonly Dictionary<ulong, Known> _known = [];
    private readonly StreamLabels?[] _byLevel;
    private bool _isFullReported;
    private bool _isExcessReported;

    public LabelSets(LokiSettings settings, KnownStreams streams, Action<string> report)
    {
        _settings = settings;
        _streams = streams;
        _report = report;
        _levels = settings.LevelLabel.Length == 0 ? null : new LevelNames(settings.LevelNames);
        _fields = FieldWriter.OfLabels(settings.EventLabels, _key);
        _byLevel = new StreamLabels?[_levels?.Count ?? 1];
    }

    /// <summary>The stream of an event.</summary>
    public StreamLabels Of(BatchItem item)
    {
        int level = _levels?.IndexOf(item.Event.Level) ?? 0;
        if (_fields.IsEmpty)
        {
            return _byLevel[level] ??= Render(_levels?[level], default);
        }

        _key.Clear();
        _fields.Write(item);
        return Of(level, HashOf(level, _key.Written));
    }

    public void Dispose() => _key.Dispose();

    private static ulong HashOf(int level, ReadOnlySpan<byte> key)
    {
        // FNV-1a. Nobody gains anything by collisions: the values of labels are few and the application's own.
        ulong hash = (14_695_981_039_346_656_037 ^ (ulong)level) * 1_099_511_628_211;
        foreach (byte value in key)
        {
            hash = (hash ^ value) * 1_099_511_628_211;
        }

        return hash;
    }

    private StreamLabels Of(int level, ulong hash)
    {
        _known.TryGetValue(hash, out Known? first);
        for (Known? known = first; known is not null; known = known.Next)
        {
            if (known.Level == level && _key.Written.SequenceEqual(known.Key))
            {
                return known.Labels;
            }
        }

        if (_known.Count >= MaxSets || _streams.IsFull)
        {
            _known.Clear();
            _streams.Clear(); // together: a stream must not have two clocks
            first = null;
            ReportOnce(ref _isFullReported, FormattableString.Invariant(
                $"more than {MaxSets} different sets of labels were sent, each a stream of its own in Loki. A label with many values ")
                + "belongs into metadata.");
        }

        StreamLabels labels = Render(_levels?[level], _key.Written);
        _known[hash] = new Known(level, _key.Written.ToArray(), labels, first);
        return labels;
    }

    /// <summary>Makes the labels of one stream.</summary>
    /// <param name="level">What its level is called; <see langword="null" /> when that is no label.</param>
    /// <param name="own">Its own labels, as <see cref="TextPairs" />.</param>
    private StreamLabels Render(string? level, ReadOnlySpan<byte> own)
    {
        List<KeyValuePair<string, string>> labels = [.. _settings.CommonLabels];
        if (level is not null)
        {
            Add(labels, _settings.LevelLabel, level);
        }

        TextPairs pairs = new(own);
        while (pairs.Read())
        {
            Add(labels, TextOf(pairs.Name), TextOf(pairs.Value));
        }

        if (labels.Count > LabelRules.MaxLabels)
        {
            string names = string.Join(", ", labels.Skip(LabelRules.MaxLabels).Select(label => label.Key));
            ReportOnce(ref _isExcessReported, FormattableString.Invariant(
                $"a stream has more than {LabelRules.MaxLabels} labels, which Loki refuses; left out were {names}."));
            labels.RemoveRange(LabelRules.MaxLabels, labels.Count - LabelRules.MaxLabels);
        }

        // An ingester that is reached over gRPC keeps streams apart by the text of their labels, and a distributor sorts it.
        labels.Sort(static (one, other) => string.CompareOrdinal(one.Key, other.Key));
        return _streams.Of(JsonOf(labels), SelectorOf(labels));
    }

    private static void Add(List<KeyValuePair<string, string>> labels, string name, string value)
    {
        if (!labels.Exists(label => label.Key == name))
        {
            labels.Add(new KeyValuePair<string, string>(name, value));
        }
    }

    private static byte[] JsonOf(List<KeyValuePair<string, string>> labels)
    {
        using MemoryStream json = new();
        using (Utf8JsonWriter writer = new(json, JsonPush.Options))
        {
            writer.WriteStartObject();
            labels.ForEach(label => writer.WriteString(label.Key, label.Value));
            writer.WriteEndObject();
        }

        return json.ToArray();
    }

    private static string SelectorOf(List<KeyValuePair<string, string>> labels) =>
        $"{{{string.Join(", ", labels.Select(label => $"{label.Key}=\"{LabelRules.Quoted(label.Value)}\""))}}}";

    private static string TextOf(ReadOnlySpan<byte> utf8) => System.Text.Encoding.UTF8.GetString(utf8.ToArray());

    private void ReportOnce(ref bool isReported, string message)
    {
        if (!isReported)
        {
            isReported = true;
            _report(message);
        }
    }

    private sealed record Known(int Level, byte[] Key, StreamLabels Labels, Known? Next);
}
