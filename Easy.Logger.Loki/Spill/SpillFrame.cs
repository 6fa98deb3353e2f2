using System.Buffers.Binary;

namespace Easy.Logger.Loki.Spill;

/// <summary>
/// How a push is written down: how many bytes follow the state, the checksum (CRC-32C) of these, the state, then lines, length of the
/// head, head, body. Numbers have four bytes, the lowest first. The state is 0, <see cref="Removed" />, or how many lines have not been
/// answered, with a check of its own.
/// </summary>
internal static class SpillFrame
{
    /// <summary>Bytes before the head.</summary>
    public const int HeaderSize = 20;

    public const int StateOffset = 8;

    /// <summary>The state of a frame that was removed while one before it stayed.</summary>
    public const int Removed = 0x5645_4D52;

    /// <summary>
    /// The most bytes a frame may have: many times those of the largest push, and few enough to read whatever is in a file.
    /// </summary>
    public const int LargestSize = 32 * 1024 * 1024;

    private const int LeftBits = 17; // a push has 100,000 lines at most

    private const int ChecksumOffset = 4;
    private const int LinesOffset = 12;
    private const int HeadLengthOffset = 16;

    public static long SizeOf(ReadOnlySpan<byte> head, ReadOnlySpan<byte> body) => HeaderSize + (long)head.Length + body.Length;

    public static void Write(byte[] bytes, int offset, int lines, ReadOnlySpan<byte> head, ReadOnlySpan<byte> body)
    {
        int size = HeaderSize + head.Length + body.Length;
        Span<byte> frame = bytes.AsSpan(offset, size);
        BinaryPrimitives.WriteInt32LittleEndian(frame, size - LinesOffset);
        BinaryPrimitives.WriteInt32LittleEndian(frame.Slice(StateOffset), 0);
        BinaryPrimitives.WriteInt32LittleEndian(frame.Slice(LinesOffset), lines);
        BinaryPrimitives.WriteInt32LittleEndian(frame.Slice(HeadLengthOffset), head.Length);
        head.CopyTo(frame.Slice(HeaderSize));
        body.CopyTo(frame.Slice(HeaderSize + head.Length));
        BinaryPrimitives.WriteUInt32LittleEndian(frame.Slice(ChecksumOffset), Checksum(bytes, offset, size));
    }

    /// <summary>How many bytes the frame has that begins so.</summary>
    /// <returns>Zero when none begins so.</returns>
    public static int SizeAt(ReadOnlySpan<byte> header)
    {
        int rest = BinaryPrimitives.ReadInt32LittleEndian(header);
        return rest is < HeaderSize - LinesOffset or > LargestSize - LinesOffset ? 0 : LinesOffset + rest;
    }

    /// <summary>Reads a frame at the beginning of an array.</summary>
    /// <returns>Whether it is what was written.</returns>
    public static bool TryRead(byte[] bytes, int size, out SpilledPush push)
    {
        push = default;
        ReadOnlySpan<byte> frame = bytes.AsSpan(0, size);
        if (BinaryPrimitives.ReadUInt32LittleEndian(frame.Slice(ChecksumOffset)) != Checksum(bytes, 0, size))
        {
            return false;
        }

        int lines = BinaryPrimitives.ReadInt32LittleEndian(frame.Slice(LinesOffset));
        int head = BinaryPrimitives.ReadInt32LittleEndian(frame.Slice(HeadLengthOffset));
        if (lines < 0 || head < 0 || head > size - HeaderSize)
        {
            return false; // the checksum is right, so somebody else wrote it
        }

        push = new SpilledPush(
            lines, bytes.AsMemory(HeaderSize, head), bytes.AsMemory(HeaderSize + head, size - HeaderSize - head), string.Empty, Number: 0);
        return true;
    }

    /// <summary>The state of a frame of which some lines have been answered.</summary>
    public static int StateOf(int left) => left | (int)(unchecked((uint)left * 2_654_435_761) >> LeftBits << LeftBits);

    /// <summary>
    /// The lines that have not been answered, of a frame at the beginning of an array; all where the state makes no sense.
    /// </summary>
    public static int LinesLeft(byte[] bytes, int lines)
    {
        int state = BinaryPrimitives.ReadInt32LittleEndian(bytes.AsSpan(StateOffset));
        int left = state & ((1 << LeftBits) - 1);
        return left > 0 && left < lines && StateOf(left) == state ? left : lines;
    }

    /// <summary>The lines of a damaged frame at the beginning of an array, where that makes sense.</summary>
    public static int LinesIn(byte[] bytes) =>
        BinaryPrimitives.ReadInt32LittleEndian(bytes.AsSpan(LinesOffset)) is var lines && lines > 0 && lines < 1 << LeftBits ? lines : 0;

    /// <summary>Whether a frame at the beginning of an array was removed.</summary>
    public static bool IsRemoved(byte[] bytes) => BinaryPrimitives.ReadInt32LittleEndian(bytes.AsSpan(StateOffset)) == Removed;

    private static uint Checksum(byte[] bytes, int offset, int size) =>
        ~Crc32C.Append(Crc32C.Start, bytes, offset + LinesOffset, size - LinesOffset);
}
