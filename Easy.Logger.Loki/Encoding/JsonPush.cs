using System.Buffers.Text;
using System.Text.Json;
using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Lines;

namespace Easy.Logger.Loki.Encoding;

/// <summary>
/// Loki's push as JSON: <c>{"streams":[{"stream":{labels},"values":[["nanoseconds","line",{metadata}]]}]}</c>. The third element is only
/// there for a line that has metadata, because older servers refuse it. Not thread-safe.
/// </summary>
internal sealed class JsonPush : IDisposable
{
    private const int MaxDigits = 20;

    private static readonly JsonEncodedText _streams = JsonEncodedText.Encode("streams");
    private static readonly JsonEncodedText _stream = JsonEncodedText.Encode("stream");
    private static readonly JsonEncodedText _values = JsonEncodedText.Encode("values");

    private readonly Utf8JsonWriter _writer = new(Stream.Null, Options);

    /// <summary>Only what JSON requires is escaped, and what is written is valid by the way it is written.</summary>
    public static JsonWriterOptions Options => new() { Encoder = LineEscaping.Instance, SkipValidation = true };

    public void Encode(PushSlice slice, ByteBuffer output)
    {
        _writer.Reset(output);
        _writer.WriteStartObject();
        _writer.WriteStartArray(_streams);
        for (int stream = 0; stream < slice.Streams; stream++)
        {
            ReadOnlySpan<int> lines = slice.LinesOf(stream);
            if (!lines.IsEmpty)
            {
                WriteStream(slice, stream, lines);
            }
        }

        _writer.WriteEndArray();
        _writer.WriteEndObject();
        _writer.Flush();
    }

    public void Dispose() => _writer.Dispose();

    private void WriteStream(PushSlice slice, int stream, ReadOnlySpan<int> lines)
    {
        _writer.WriteStartObject();
        _writer.WritePropertyName(_stream);
        _writer.WriteRawValue(slice.Labels(stream).Json, skipInputValidation: true);
        _writer.WriteStartArray(_values);
        foreach (int line in lines)
        {
            WriteEntry(slice.Texts, slice.Entry(line));
        }

        _writer.WriteEndArray();
        _writer.WriteEndObject();
    }

    private void WriteEntry(ReadOnlySpan<byte> texts, in PushEntry entry)
    {
        Span<byte> digits = stackalloc byte[MaxDigits];
        Utf8Formatter.TryFormat(entry.Nanoseconds, digits, out int length);
        _writer.WriteStartArray();
        _writer.WriteStringValue(digits.Slice(0, length));
        _writer.WriteStringValue(texts.Slice(entry.LineStart, entry.LineLength));
        if (entry.MetadataLength > 0)
        {
            _writer.WriteStartObject();
            TextPairs metadata = new(texts.Slice(entry.MetadataStart, entry.MetadataLength));
            while (metadata.Read())
            {
                _writer.WriteString(metadata.Name, metadata.Value);
            }

            _writer.WriteEndObject();
        }

        _writer.WriteEndArray();
    }
}
