using System.Buffers.Binary;

namespace Easy.Logger.Loki.Encoding;

/// <summary>
/// Writes the block format of snappy, which is what a protobuf push is packed in: the length of what was packed, then literals and copies. Any thread.
/// </summary>
/// <remarks>
/// Of our own because it is clearly better than IronSnappy 1.3.0, by <c>Benchmarker bdn -- --filter *Snappy*</c> on .NET 10, AMD EPYC, two shared cores,
/// 2026-11-22. A push of 1,000 lines (301,147 bytes): 216 us, 0 bytes allocated and 40,925 packed, to 653 us, 204,951 and 40,957. A push of one line: 1.5 us
/// and 0, to 7.8 us and 33,080. As many bytes that cannot be packed: 90 us and 0, to 206 us and 465,268.
/// </remarks>
internal static class SnappyBlock
{
    // A copy reaches back at most as far as two bytes of offset tell, and not out of its block: positions in the table are two bytes as well.
    private const int BlockSize = 1 << 16;
    private const int LargestTableBits = 14;
    private const int SmallestTableBits = 8;

    private const int ShortestCopy = 4;
    private const int LongestCopy = 64;

    // The last bytes of a block are a literal anyway, so that the search may read eight bytes wherever it is.
    private const int Margin = 16;

    private const int LiteralTag = 0;
    private const int NearCopyTag = 1;
    private const int CopyTag = 2;

    /// <summary>How large a destination has to be.</summary>
    /// <param name="length">Bytes of the source.</param>
    /// <exception cref="ArgumentOutOfRangeException">It is negative, or the answer is more than an array can have.</exception>
    public static int MaxCompressedLength(int length)
    {
        long most = 32L + length + (length / 6);
        return length < 0 || most > int.MaxValue ? throw new ArgumentOutOfRangeException(nameof(length)) : (int)most;
    }

    /// <summary>Packs bytes.</summary>
    /// <param name="source">What is packed.</param>
    /// <param name="destination">Where to; it has room for <see cref="MaxCompressedLength" />.</param>
    /// <returns>How many bytes were written.</returns>
    /// <exception cref="ArgumentException">The destination is smaller than that.</exception>
    public static int Compress(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (destination.Length < MaxCompressedLength(source.Length))
        {
            throw new ArgumentException("The destination may be too small.", nameof(destination));
        }

        // On the stack, 32 KB at most: nothing is allocated, and nobody has to own it.
        int bits = TableBits(Math.Min(source.Length, BlockSize));
        Span<ushort> table = stackalloc ushort[1 << bits];
        int written = WriteLength(source.Length, destination);
        while (!source.IsEmpty)
        {
            ReadOnlySpan<byte> block = source.Slice(0, Math.Min(source.Length, BlockSize));
            table.Clear();
            written += CompressBlock(block, destination.Slice(written), table, 32 - bits);
            source = source.Slice(block.Length);
        }

        return written;
    }

    private static int TableBits(int length)
    {
        int bits = SmallestTableBits;
        while (bits < LargestTableBits && 1 << bits < length)
        {
            bits++;
        }

        return bits;
    }

    private static int WriteLength(int length, Span<byte> destination)
    {
        int written = 0;
        uint rest = (uint)length;
        for (; rest >= 0x80; rest >>= 7)
        {
            destination[written++] = (byte)(rest | 0x80);
        }

        destination[written] = (byte)rest;
        return written + 1;
    }

    private static int CompressBlock(ReadOnlySpan<byte> block, Span<byte> destination, Span<ushort> table, int shift)
    {
        int written = 0;
        int literal = 0; // where the bytes begin that no copy covers
        int last = block.Length - Margin;
        int at = 1;
        while (TryFindMatch(block, table, shift, last, ref at, out int match))
        {
            written += WriteLiteral(block.Slice(literal, at - literal), destination.Slice(written));
            do
            {
                int length = ShortestCopy + CommonLength(block.Slice(match + ShortestCopy), block.Slice(at + ShortestCopy));
                written += WriteCopy(at - match, length, destination.Slice(written));
                at += length;
                literal = at;
            }
            while (at <= last && IsMatchBehindCopy(block, table, shift, at, out match));

            at++;
        }

        return literal == block.Length ? written : written + WriteLiteral(block.Slice(literal), destination.Slice(written));
    }

    /// <summary>
    /// Looks for four bytes that were there before. The longer nothing is found the larger its steps: what cannot be packed costs little time.
    /// </summary>
    private static bool TryFindMatch(ReadOnlySpan<byte> block, Span<ushort> table, int shift, int last, ref int at, out int match)
    {
        for (int tries = 32; at <= last; at += tries++ >> 5)
        {
            uint bytes = ReadFour(block, at);
            ref ushort entry = ref table[Hash(bytes, shift)];
            match = entry;
            entry = (ushort)at;
            if (bytes == ReadFour(block, match))
            {
                return true;
            }
        }

        match = 0;
        return false;
    }

    /// <summary>Whether another copy follows at once; a position inside the copy becomes known to the table on the way.</summary>
    private static bool IsMatchBehindCopy(ReadOnlySpan<byte> block, Span<ushort> table, int shift, int at, out int match)
    {
        ulong bytes = BinaryPrimitives.ReadUInt64LittleEndian(block.Slice(at - 1));
        table[Hash((uint)bytes, shift)] = (ushort)(at - 1);
        uint next = (uint)(bytes >> 8);
        ref ushort entry = ref table[Hash(next, shift)];
        match = entry;
        entry = (ushort)at;
        return next == ReadFour(block, match);
    }

    private static uint ReadFour(ReadOnlySpan<byte> block, int at) => BinaryPrimitives.ReadUInt32LittleEndian(block.Slice(at));

    private static int Hash(uint bytes, int shift) => (int)((bytes * 0x1E35_A7BD) >> shift);

    /// <summary>How many bytes are alike; the second span is the shorter one.</summary>
    private static int CommonLength(ReadOnlySpan<byte> first, ReadOnlySpan<byte> second)
    {
#if NET
        return first.CommonPrefixLength(second);
#else
        int length = 0;
        while (length < second.Length && first[length] == second[length])
        {
            length++;
        }

        return length;
#endif
    }

    private static int WriteLiteral(ReadOnlySpan<byte> literal, Span<byte> destination)
    {
        if (literal.IsEmpty)
        {
            return 0;
        }

        // Up to 60 bytes the tag has the length; 60 and 61 in its place announce one byte and two bytes of it.
        int length = literal.Length - 1;
        int header = 1;
        if (length < 60)
        {
            destination[0] = (byte)(LiteralTag | (length << 2));
        }
        else if (length < 1 << 8)
        {
            destination[0] = LiteralTag | (60 << 2);
            destination[1] = (byte)length;
            header = 2;
        }
        else
        {
            destination[0] = LiteralTag | (61 << 2);
            BinaryPrimitives.WriteUInt16LittleEndian(destination.Slice(1), (ushort)length);
            header = 3;
        }

        literal.CopyTo(destination.Slice(header));
        return header + literal.Length;
    }

    private static int WriteCopy(int offset, int length, Span<byte> destination)
    {
        int written = 0;
        while (length > LongestCopy)
        {
            // What is left has to be a copy, too.
            int part = Math.Min(LongestCopy, length - ShortestCopy);
            written += WriteFarCopy(offset, part, destination.Slice(written));
            length -= part;
        }

        if (length >= 12 || offset >= 1 << 11)
        {
            return written + WriteFarCopy(offset, length, destination.Slice(written));
        }

        destination[written] = (byte)(NearCopyTag | ((length - ShortestCopy) << 2) | ((offset >> 8) << 5));
        destination[written + 1] = (byte)offset;
        return written + 2;
    }

    private static int WriteFarCopy(int offset, int length, Span<byte> destination)
    {
        destination[0] = (byte)(CopyTag | ((length - 1) << 2));
        BinaryPrimitives.WriteUInt16LittleEndian(destination.Slice(1), (ushort)offset);
        return 3;
    }
}
