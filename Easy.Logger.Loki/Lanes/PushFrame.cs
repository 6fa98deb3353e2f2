using System.Buffers.Binary;
using System.IO.Compression;
using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Encoding;
using Easy.Logger.Loki.Labels;

namespace Easy.Logger.Loki.Lanes;

/// <summary>
/// The lines of a push in a form that every encoding can be made from later. The head: format, time of the first try (milliseconds since
/// 1970), tenant. The body, compressed: number of streams, their labels as JSON and as selector, number of lines, stream, time and lengths
/// of each, then the texts. Numbers have the lowest byte first.
/// </summary>
internal static class PushFrame
{
    /// <summary>1 to 5 were pushes as they went over the wire.</summary>
    private const byte Format = 6;

    private const int HeadSize = 1 + sizeof(long);

    /// <summary>A push has a few mebibytes of lines at most. Whoever wrote more wants memory.</summary>
    private const int MaxPlain = 64 * 1024 * 1024;

    private const int EntrySize = (3 * sizeof(int)) + sizeof(long);

    public static byte[] Head(string? tenant, long firstTry)
    {
        byte[] name = System.Text.Encoding.UTF8.GetBytes(tenant ?? string.Empty);
        byte[] head = new byte[HeadSize + name.Length];
        head[0] = Format;
        BinaryPrimitives.WriteInt64LittleEndian(head.AsSpan(1), firstTry);
        name.CopyTo(head, HeadSize);
        return head;
    }

    /// <summary>The tenant; empty for none.</summary>
    public static string TenantOf(ReadOnlySpan<byte> head) =>
        head.Length > HeadSize ? System.Text.Encoding.UTF8.GetString(head.Slice(HeadSize).ToArray()) : string.Empty;

    public static long FirstTryOf(ReadOnlySpan<byte> head) => BinaryPrimitives.ReadInt64LittleEndian(head.Slice(1));

    /// <summary>Writes lines of a batch.</summary>
    public static void Write(PushBatch batch, int first, int count, ByteBuffer plain, ByteBuffer output)
    {
        plain.Clear();
        WriteNumber(plain, batch.Streams.Count);
        foreach (StreamLabels stream in batch.Streams)
        {
            WriteBytes(plain, stream.Json);
            WriteBytes(plain, stream.Selector);
        }

        ReadOnlySpan<PushEntry> entries = batch.Entries.Slice(first, count);
        WriteNumber(plain, count);
        foreach (ref readonly PushEntry entry in entries)
        {
            WriteNumber(plain, entry.Stream);
            WriteNumber(plain, entry.LineLength);
            WriteNumber(plain, entry.MetadataLength);
            BinaryPrimitives.WriteInt64LittleEndian(plain.GetSpan(sizeof(long)), entry.Nanoseconds);
            plain.Advance(sizeof(long));
        }

        foreach (ref readonly PushEntry entry in entries)
        {
            plain.Write(batch.Texts.Written.Slice(entry.LineStart, entry.LineLength));
            plain.Write(batch.Texts.Written.Slice(entry.MetadataStart, entry.MetadataLength));
        }

        output.Clear();
        using DeflateStream deflate = new(new BufferStream(output), CompressionLevel.Fastest);
        deflate.Write(plain.Bytes, 0, plain.Length);
    }

    /// <summary>Reads the lines into an empty batch.</summary>
    /// <exception cref="Exception">It is not what was written.</exception>
    public static void Read(ReadOnlyMemory<byte> head, ReadOnlyMemory<byte> body, ByteBuffer plain, PushBatch batch)
    {
        if (head.Length < HeadSize || head.Span[0] != Format)
        {
            throw new InvalidDataException("its format is unknown");
        }

        plain.Clear();
        using (MemoryStream compressed = new(body.ToArray()))
        using (DeflateStream inflate = new(compressed, CompressionMode.Decompress))
        using (BufferStream output = new(plain))
        {
            byte[] part = new byte[81_920];
            for (int read; (read = inflate.Read(part, 0, part.Length)) > 0; output.Write(part, 0, read))
            {
                if (plain.Length > MaxPlain)
                {
                    throw new InvalidDataException("it is larger than any push");
                }
            }
        }

        ReadOnlySpan<byte> rest = plain.Written;
        int streamCount = ReadNumber(ref rest);
        StreamLabels[] streams = streamCount <= rest.Length
            ? new StreamLabels[streamCount]
            : throw new InvalidDataException("it has more streams than bytes");
        for (int i = 0; i < streams.Length; i++)
        {
            streams[i] = new StreamLabels(ReadBytes(ref rest), ReadBytes(ref rest));
        }

        int count = ReadNumber(ref rest);
        ReadOnlySpan<byte> entries = rest.Slice(0, checked(count * EntrySize));
        batch.Texts.Write(rest.Slice(entries.Length));
        for (int i = 0, start = 0; i < count; i++)
        {
            StreamLabels stream = streams[ReadNumber(ref entries)];
            int line = ReadNumber(ref entries);
            int metadata = ReadNumber(ref entries);
            PushEntry entry = new()
            {
                Nanoseconds = BinaryPrimitives.ReadInt64LittleEndian(entries),
                LineStart = start,
                LineLength = line,
                MetadataStart = start + line,
                MetadataLength = metadata,
            };
            entries = entries.Slice(sizeof(long));
            start += line + metadata;
            batch.Add(stream, entry with { ProtobufSize = ProtobufPush.SizeOf(batch.Texts.Written, entry) });
        }
    }

    private static void WriteNumber(ByteBuffer output, int value)
    {
        BinaryPrimitives.WriteInt32LittleEndian(output.GetSpan(sizeof(int)), value);
        output.Advance(sizeof(int));
    }

    private static void WriteBytes(ByteBuffer output, byte[] bytes)
    {
        WriteNumber(output, bytes.Length);
        output.Write(bytes);
    }

    private static int ReadNumber(ref ReadOnlySpan<byte> rest)
    {
        int value = BinaryPrimitives.ReadInt32LittleEndian(rest);
        rest = rest.Slice(sizeof(int));
        return value;
    }

    private static byte[] ReadBytes(ref ReadOnlySpan<byte> rest)
    {
        int length = ReadNumber(ref rest);
        byte[] bytes = rest.Slice(0, length).ToArray();
        rest = rest.Slice(length);
        return bytes;
    }
}
