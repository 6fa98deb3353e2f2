using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Labels;

namespace Easy.Logger.Loki.Encoding;

/// <summary>
/// Loki's <c>PushRequest</c> as protobuf, five small messages: <c>PushRequest { streams = 1 }</c>, <c>StreamAdapter { labels = 1, entries =
/// 2 }</c>, <c>EntryAdapter { timestamp = 1 { seconds = 1, nanos = 2 }, line = 2, structuredMetadata = 3 { name = 1, value = 2 } }</c>.
/// </summary>
internal static class ProtobufPush
{
    private const long NanosecondsPerSecond = 1_000_000_000;

    // A field's number and that it is a varint (0) or has a length (2).
    private const byte Streams = (1 << 3) | 2;
    private const byte LabelsOfStream = (1 << 3) | 2;
    private const byte EntriesOfStream = (2 << 3) | 2;
    private const byte Timestamp = (1 << 3) | 2;
    private const byte Seconds = 1 << 3;
    private const byte Nanos = 2 << 3;
    private const byte Line = (2 << 3) | 2;
    private const byte Metadata = (3 << 3) | 2;
    private const byte MetadataName = (1 << 3) | 2;
    private const byte MetadataValue = (2 << 3) | 2;

    private const int TagSize = 1;
    private const int MaxLengthSize = 5;

    public static void Encode(PushSlice slice, ByteBuffer output)
    {
        for (int stream = 0; stream < slice.Streams; stream++)
        {
            ReadOnlySpan<int> lines = slice.LinesOf(stream);
            if (lines.IsEmpty)
            {
                continue;
            }

            ReadOnlySpan<byte> labels = slice.Labels(stream).Selector;
            int size = SizeOfField(labels.Length);
            foreach (int line in lines)
            {
                size += SizeOfField(slice.Entry(line).ProtobufSize);
            }

            WriteHeader(output, Streams, size);
            WriteField(output, LabelsOfStream, labels);
            foreach (int line in lines)
            {
                Encode(slice.Texts, slice.Entry(line), output);
            }
        }
    }

    /// <summary>The size of an entry without the tag and the length before it. What it says of its own size is not looked at.</summary>
    public static int SizeOf(ReadOnlySpan<byte> texts, in PushEntry entry)
    {
        int size = SizeOfField(SizeOfTimestamp(entry.Nanoseconds)) + SizeOfField(entry.LineLength);
        TextPairs metadata = new(texts.Slice(entry.MetadataStart, entry.MetadataLength));
        while (metadata.Read())
        {
            size += SizeOfField(SizeOfField(metadata.Name.Length) + SizeOfField(metadata.Value.Length));
        }

        return size;
    }

    /// <summary>The size of a field that has a length: its tag, the length and so many bytes.</summary>
    public static int SizeOfField(int length) => TagSize + SizeOfVarint((ulong)length) + length;

    /// <summary>What a stream takes beside its entries, at most.</summary>
    public static int MaxSizeOfStream(StreamLabels stream) => TagSize + MaxLengthSize + SizeOfField(stream.Selector.Length);

    private static void Encode(ReadOnlySpan<byte> texts, in PushEntry entry, ByteBuffer output)
    {
        WriteHeader(output, EntriesOfStream, entry.ProtobufSize);
        WriteHeader(output, Timestamp, SizeOfTimestamp(entry.Nanoseconds));
        long seconds = Math.DivRem(entry.Nanoseconds, NanosecondsPerSecond, out long nanos);
        WriteNumber(output, Seconds, seconds);
        WriteNumber(output, Nanos, nanos);
        WriteField(output, Line, texts.Slice(entry.LineStart, entry.LineLength));
        TextPairs metadata = new(texts.Slice(entry.MetadataStart, entry.MetadataLength));
        while (metadata.Read())
        {
            WriteHeader(output, Metadata, SizeOfField(metadata.Name.Length) + SizeOfField(metadata.Value.Length));
            WriteField(output, MetadataName, metadata.Name);
            WriteField(output, MetadataValue, metadata.Value);
        }
    }

    private static int SizeOfTimestamp(long nanoseconds)
    {
        long seconds = Math.DivRem(nanoseconds, NanosecondsPerSecond, out long nanos);
        return SizeOfNumber(seconds) + SizeOfNumber(nanos);
    }

    /// <summary>Zero is what a reader takes a field for that is not there.</summary>
    private static int SizeOfNumber(long value) => value == 0 ? 0 : TagSize + SizeOfVarint((ulong)value);

    private static int SizeOfVarint(ulong value)
    {
        int size = 1;
        for (; value >= 0x80; value >>= 7)
        {
            size++;
        }

        return size;
    }

    private static void WriteNumber(ByteBuffer output, byte tag, long value)
    {
        if (value != 0)
        {
            output.WriteByte(tag);
            WriteVarint(output, (ulong)value);
        }
    }

    private static void WriteField(ByteBuffer output, byte tag, ReadOnlySpan<byte> bytes)
    {
        WriteHeader(output, tag, bytes.Length);
        output.Write(bytes);
    }

    private static void WriteHeader(ByteBuffer output, byte tag, int length)
    {
        output.WriteByte(tag);
        WriteVarint(output, (ulong)length);
    }

    private static void WriteVarint(ByteBuffer output, ulong value)
    {
        for (; value >= 0x80; value >>= 7)
        {
            output.WriteByte((byte)(value | 0x80));
        }

        output.WriteByte((byte)value);
    }
}
