using System.Text;
using LokiServer.Decoding;

namespace LokiServer.Rules;

internal static class EntryRules
{
    private const int Labels = 15;
    private const int LabelNameBytes = 1024;
    private const int LabelValueBytes = 2048;
    private const int LineBytes = 262_144;
    private const int MetadataEntries = 128;
    private const int LargestMetadata = 64 * 1024;
    private const char Replacement = '\uFFFD';

    /// <returns>Why no line of the stream is taken; <see langword="null" /> when its labels are good.</returns>
    public static string? Problem(PushedStream stream)
    {
        if (stream.Labels!.Count > Labels)
        {
            return $"entry for stream '{stream.Selector}' has {stream.Labels.Count} label names; limit {Labels}";
        }

        foreach ((string name, string value) in stream.Labels)
        {
            if (value.Contains(Replacement, StringComparison.Ordinal))
            {
                return $"couldn't parse labels: {stream.Selector}: invalid UTF-8 rune";
            }

            if (Bytes(name) > LabelNameBytes)
            {
                return $"stream '{stream.Selector}' has label name too long: '{name}'";
            }

            if (Bytes(value) > LabelValueBytes)
            {
                return $"stream '{stream.Selector}' has label value too long: '{value}'";
            }
        }

        return null;
    }

    public static string? Problem(PushedStream stream, PushedEntry entry, LokiLimits limits, DateTimeOffset now)
    {
        if (entry.Nanoseconds < Nanoseconds.SinceEpoch(now - limits.OldestLine))
        {
            return $"entry for stream '{stream.Selector}' has timestamp too old: {entry.Nanoseconds}, "
                + $"oldest acceptable timestamp is: {Nanoseconds.SinceEpoch(now - limits.OldestLine)}";
        }

        if (entry.Nanoseconds > Nanoseconds.SinceEpoch(now + limits.FarthestAhead))
        {
            return $"entry for stream '{stream.Selector}' has timestamp too new: {entry.Nanoseconds}";
        }

        if (Bytes(entry.Line) > LineBytes)
        {
            return $"Max entry size '{LineBytes}' bytes exceeded for stream '{stream.Selector}' "
                + $"while adding an entry with length '{Bytes(entry.Line)}' bytes";
        }

        if (MetadataBytes(entry) > LargestMetadata)
        {
            return $"stream '{stream.Selector}' has structured metadata too large: '{MetadataBytes(entry)}' bytes, limit: "
                + $"'{LargestMetadata}' bytes.";
        }

        return entry.Metadata.Count > MetadataEntries
            ? $"stream '{stream.Selector}' has too many structured metadata labels: '{entry.Metadata.Count}', limit: "
            + $"'{MetadataEntries}'."
            : null;
    }

    /// <summary>What counts for the rate limit.</summary>
    public static long Bytes(PushedEntry entry) => Bytes(entry.Line) + MetadataBytes(entry);

    private static long MetadataBytes(PushedEntry entry) => entry.Metadata.Sum(pair => (long)Bytes(pair.Key) + Bytes(pair.Value));

    private static int Bytes(string text) => Encoding.UTF8.GetByteCount(text);
}
