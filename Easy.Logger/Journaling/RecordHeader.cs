using System.Buffers.Binary;

namespace Easy.Logger.Journaling;

/// <summary>
/// The first 32 bytes of a record: kind, checksum, position, number, length of what follows. The checksum covers what follows and then all of the
/// header behind it, so it can be prepared before the place of the record is known.
/// </summary>
/// <remarks>
/// The position is that in an endless journal of which the ring shows the latest part. A record that is left over from an earlier lap has another
/// position than its place asks for, so nothing has to be wiped.
/// </remarks>
internal readonly struct RecordHeader
{
    public const int Size = 32;

    private const int CrcOffset = 4;
    private const int PositionOffset = 8;
    private const int NumberOffset = 16;
    private const int LengthOffset = 24;

    private readonly uint _crc;

    private RecordHeader(byte[] bytes)
    {
        Kind = (RecordKind)BitConverter.ToInt32(bytes, 0);
        _crc = BitConverter.ToUInt32(bytes, CrcOffset);
        Position = BitConverter.ToInt64(bytes, PositionOffset);
        Number = BitConverter.ToInt64(bytes, NumberOffset);
        Length = BitConverter.ToInt32(bytes, LengthOffset);
    }

    public RecordKind Kind { get; }

    public long Position { get; }

    /// <summary>The number of the event: rises with each one, and stays the same when its record is moved.</summary>
    public long Number { get; }

    /// <summary>Bytes that follow the header.</summary>
    public int Length { get; }

    /// <summary>Bytes that a record takes in the ring: the next one begins at a multiple of eight.</summary>
    public static int SizeOf(int length) => (Size + length + 7) & ~7;

    public static RecordHeader Read(byte[] bytes) => new(bytes);

    /// <param name="bytes">The record, whose first 32 bytes are written.</param>
    /// <param name="kind">What it is.</param>
    /// <param name="position">Where it will be.</param>
    /// <param name="number">The number of its event.</param>
    /// <param name="length">Bytes that follow the header.</param>
    /// <param name="contentCrc">The checksum of those.</param>
    public static void Write(byte[] bytes, RecordKind kind, long position, long number, int length, uint contentCrc)
    {
        BinaryPrimitives.WriteInt32LittleEndian(bytes, (int)kind);
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(PositionOffset), position);
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(NumberOffset), number);
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(LengthOffset), length); // with it the four bytes that are left
        uint crc = Crc32C.Append(contentCrc, bytes, PositionOffset, Size - PositionOffset);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(CrcOffset), crc);
    }

    /// <summary>Whether the record is what was written.</summary>
    /// <param name="bytes">The whole record.</param>
    public bool Matches(byte[] bytes) =>
        Crc32C.Append(Crc32C.Append(Crc32C.Start, bytes, Size, Length), bytes, PositionOffset, Size - PositionOffset) == _crc;
}

/// <summary>What stands at the beginning of a record: numbers that neither text nor zeros happen to be.</summary>
internal enum RecordKind
{
    /// <summary>No record.</summary>
    None = 0,

    /// <summary>An event that is not settled.</summary>
    Live = unchecked((int)0xE5106001),

    /// <summary>An event that was given up while it waited. Written over <see cref="Live" />, which no checksum covers.</summary>
    Dead = unchecked((int)0xE5106002),

    /// <summary>The unused rest before the end of the ring, where the next record did not fit.</summary>
    Filler = unchecked((int)0xE5106003),
}
