using System.Text.Json;
using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Encoding;

namespace Easy.Logger.Loki.Labels;

/// <summary>
/// Makes the labels of a stream: those that are the same for all, the level, those of the event, in this order of importance. Of two with
/// the same name the second is left out, and so is what Loki would refuse the stream for. Not thread-safe.
/// </summary>
internal sealed class LabelRenderer
{
    private readonly IReadOnlyList<KeyValuePair<string, string>> _static;
    private readonly string _levelLabel;
    private readonly KnownStreams _streams;
    private readonly Action<string> _report;
    private bool _isReported;

    /// <param name="common">Clean names and values of the labels that all streams have.</param>
    /// <param name="levelLabel">The name of the label that holds the level.</param>
    /// <param name="streams">The streams that have been made.</param>
    /// <param name="report">Called once when labels are left out because there are too many.</param>
    public LabelRenderer(
        IReadOnlyList<KeyValuePair<string, string>> common, string levelLabel, KnownStreams streams, Action<string> report)
    {
        _streams = streams;
        _static = common;
        _levelLabel = levelLabel;
        _report = report;
    }

    /// <summary>Makes the labels of one stream.</summary>
    /// <param name="level">What its level is called; <see langword="null" /> when that is no label.</param>
    /// <param name="own">Its own labels, as <see cref="TextPairs" />.</param>
    public StreamLabels Render(string? level, ReadOnlySpan<byte> own)
    {
        List<KeyValuePair<string, string>> labels = [.. _static];
        if (level is not null)
        {
            Add(labels, _levelLabel, level);
        }

        TextPairs pairs = new(own);
        while (pairs.Read())
        {
            Add(labels, TextOf(pairs.Name), TextOf(pairs.Value));
        }

        if (labels.Count > LabelRules.MaxLabels)
        {
            ReportOnce(labels.Skip(LabelRules.MaxLabels));
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
            foreach (KeyValuePair<string, string> label in labels)
            {
                writer.WriteString(label.Key, label.Value);
            }

            writer.WriteEndObject();
        }

        return json.ToArray();
    }

    private static string SelectorOf(List<KeyValuePair<string, string>> labels) =>
        $"{{{string.Join(", ", labels.Select(label => $"{label.Key}=\"{LabelRules.Quoted(label.Value)}\""))}}}";

    private static string TextOf(ReadOnlySpan<byte> utf8) =>
#if NET
        System.Text.Encoding.UTF8.GetString(utf8);
#else
        System.Text.Encoding.UTF8.GetString(utf8.ToArray());
#endif

    private void ReportOnce(IEnumerable<KeyValuePair<string, string>> left)
    {
        if (!_isReported)
        {
            _isReported = true;
            string names = string.Join(", ", left.Select(label => label.Key));
            _report(FormattableString.Invariant(
                $"a stream has more than {LabelRules.MaxLabels} labels, which Loki refuses; left out were {names}."));
        }
    }
}
