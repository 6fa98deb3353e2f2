using System.Buffers.Binary;
using Easy.Logger.Loki.Lanes;

namespace Easy.Logger.Loki.Spill;

/// <summary>
/// How a push is written down: how many bytes follow the state, the checksum (CRC-32C) of these, the state, then lines, length of the
/// head, head, body. Numbers have four bytes, the lowest first. The state is 0, <see cref="Removed" />, or how many lines have not been
/// answered, with a check of its own. Also finds and reads frames in the file of a segment, which may be damaged.
/// </summary>
internal static class SpillFrame
{
    /// <summary>Bytes before the head.</summary>
    public const int HeaderSize = 20;

    public const int StateOffset = 8;

    /// <summary>The state of a frame that was removed while one before it stayed.</summary>
    public const int Removed = 0x5645_4D52;

    /// <summary>The most bytes a frame may have: many times those of the largest push, and few enough to read.</summary>
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
    private static bool TryRead(byte[] bytes, int size, out SpilledPush push)
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

    /// <summary>The lines not answered, of a frame at the beginning of an array; all where the state makes no sense.</summary>
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

    /// <summary>Reads the frame at a position; its size is 0 when none begins there. The buffer is replaced when it is too small.</summary>
    /// <returns>Whether it is what was written.</returns>
    public static bool TryRead(FileStream stream, int position, int end, ref byte[] buffer, out int size, out SpilledPush push)
    {
        push = default;
        size = 0;
        if (end - position < HeaderSize)
        {
            return false;
        }

        Grow(ref buffer, HeaderSize);
        if (!TryFillAt(stream, position, buffer))
        {
            return false;
        }

        size = SizeAt(buffer);
        if (size == 0 || size > end - position)
        {
            return false;
        }

        Grow(ref buffer, size);
        return TryFill(stream, buffer, HeaderSize, size) && TryRead(buffer, size, out push);
    }

    /// <summary>Reads a part of an array, which the file may be too short for.</summary>
    public static bool TryFill(FileStream stream, byte[] buffer, int from, int to)
    {
        for (int read; from < to; from += read)
        {
            read = stream.Read(buffer, from, to - from);
            if (read == 0)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>The next whole frame behind one whose length is damaged.</summary>
    /// <returns>-1 when there is none.</returns>
    public static int FindNext(FileStream stream, int begin, int end, ref byte[] buffer)
    {
        byte[] all = new byte[Math.Min(end - begin, LargestSize)];
        if (!TryFillAt(stream, begin, all, all.Length))
        {
            return -1;
        }

        long credit = 8L * all.Length; // bytes that may be read in vain: a file may have been made to take hours
        for (int at = 1; at <= all.Length - HeaderSize && credit >= 0; at++)
        {
            int size = SizeAt(all.AsSpan(at));
            if (size > 0 && size <= all.Length - at)
            {
                credit -= size;
                if (TryRead(stream, begin + at, end, ref buffer, out _, out _))
                {
                    return begin + at;
                }
            }
        }

        return -1;
    }

    /// <summary>Reads from a position; a header unless it is said how much.</summary>
    public static bool TryFillAt(FileStream stream, long position, byte[] buffer, int count = HeaderSize)
    {
        stream.Position = position;
        return TryFill(stream, buffer, 0, count);
    }

    /// <summary>Whether there seems to be a frame.</summary>
    public static bool IsFrameAt(FileStream stream, long position, int end)
    {
        if (end - position < HeaderSize)
        {
            return false;
        }

        byte[] header = new byte[HeaderSize];
        return TryFillAt(stream, position, header) && SizeAt(header) is > 0 and var size && size <= end - position;
    }

    private static void Grow(ref byte[] buffer, int size)
    {
        if (buffer.Length < size)
        {
            Array.Resize(ref buffer, size);
        }
    }

    private static uint Checksum(byte[] bytes, int offset, int size) =>
        ~Crc32C.Append(Crc32C.Start, bytes, offset + LinesOffset, size - LinesOffset);
}
