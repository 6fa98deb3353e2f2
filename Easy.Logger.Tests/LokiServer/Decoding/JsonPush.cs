using System.Globalization;
using System.Text.Json;

namespace LokiServer.Decoding;

/// <summary>A push as JSON, read more strictly than by Loki: no name comes twice in an object, and texts are valid Unicode.</summary>
internal static class JsonPush
{
    private static readonly JsonDocumentOptions _options = new() { AllowDuplicateProperties = false };

    public static IReadOnlyList<PushedStream> Parse(ReadOnlyMemory<byte> body)
    {
        try
        {
            using JsonDocument document = JsonDocument.Parse(body, _options);
            return document.RootElement.TryGetProperty("streams", out JsonElement streams) && streams.ValueKind != JsonValueKind.Null
                ? [.. streams.EnumerateArray().Select(Stream)]
                : [];
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or FormatException)
        {
            throw new PushException(400, e.Message, e);
        }
    }

    private static PushedStream Stream(JsonElement stream)
    {
        KeyValuePair<string, string>[] labels = stream.TryGetProperty("stream", out JsonElement pairs) ? [.. Pairs(pairs)] : [];
        PushedEntry[] entries = stream.TryGetProperty("values", out JsonElement values) ? [.. values.EnumerateArray().Select(Entry)] : [];
        string selector = LabelSelector.Format(labels);
        string? wrong = labels.Select(pair => pair.Key).FirstOrDefault(name => !LabelSelector.IsName(name));
        return wrong is null
            ? new PushedStream(selector, LabelSelector.ToDictionary(labels), null, entries)
            : new PushedStream(selector, null, $"parse error: unexpected label name \"{wrong}\" in {selector}", entries);
    }

    private static PushedEntry Entry(JsonElement entry)
    {
        if (entry.GetArrayLength() is not (2 or 3))
        {
            throw new FormatException($"an entry of {entry.GetArrayLength()} element(s)");
        }

        return new PushedEntry(Nanoseconds(entry[0]), Text(entry[1]), entry.GetArrayLength() == 3 ? [.. Pairs(entry[2])] : []);
    }

    private static long Nanoseconds(JsonElement time) =>
        long.TryParse(Text(time), NumberStyles.None, CultureInfo.InvariantCulture, out long nanoseconds)
            ? nanoseconds
            : throw new FormatException($"not a timestamp: {time.GetRawText()}");

    private static IEnumerable<KeyValuePair<string, string>> Pairs(JsonElement pairs) =>
        pairs.EnumerateObject().Select(pair => KeyValuePair.Create(pair.Name, Text(pair.Value)));

    // GetString would take null for a text.
    private static string Text(JsonElement value) =>
        value.ValueKind == JsonValueKind.String
            ? value.GetString()!
            : throw new FormatException($"a text was expected, not {value.GetRawText()}");
}
