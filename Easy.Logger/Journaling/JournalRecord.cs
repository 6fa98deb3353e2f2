using System.Buffers;
using System.Buffers.Binary;
using System.Text;
using Easy.Logger.Rendering;

namespace Easy.Logger.Journaling;

/// <summary>
/// The record of one event, as a log call puts it together before the queue's lock. One per thread is kept and used again.
/// </summary>
/// <remarks>
/// 24 bytes of header, then the content, up to a multiple of eight: length of the content (4 bytes), CRC-32C of all but itself and the last
/// word of the header (4), number (8), signature (4), and a word that says whether the event is completed, and how often it was given away
/// before (4). The length is written last: where it is zero, there is no record.
/// </remarks>
internal sealed class JournalRecord
{
    public const int HeaderSize = 24;
    public const int StateOffset = 20;

    /// <summary>The last word of the header when the event is completed. No checksum covers it, so one bit does not make it.</summary>
    public const int Completed = -1;

    /// <summary>
    /// What the last word grows by with each attempt at the batch that begins with the event: one damaged byte counts for none.
    /// </summary>
    public const int Attempt = 0x01010101;

    /// <summary>The most bytes of one record.</summary>
    public const int Largest = 1 << 26;

    private const int CrcOffset = 4;
    private const int NumberOffset = 8;
    private const int SignatureOffset = 16;
    private const int Signature = unchecked((int)0xE510_6011); // its last digit is the version

    private const int SmallestBuffer = 512;

    /// <summary>A thread that once logged something huge does not keep the memory for it: a pool has it for all.</summary>
    private const int LargestKeptBuffer = 64 * 1024;

    [ThreadStatic]
    private static JournalRecord? _spare;

    private readonly byte[] _smallest = new byte[SmallestBuffer];
    private byte[] _bytes;
    private int _end;
    private uint _contentCrc;

    private JournalRecord() => _bytes = _smallest;

    /// <summary>Header and content, and a word of zeros behind them.</summary>
    public byte[] Bytes => _bytes;

    /// <summary>Bytes that it takes in a segment.</summary>
    public int Size => SizeOf(Length);

    /// <summary>Bytes of its content.</summary>
    public int Length => _end - HeaderSize;

    /// <summary>
    /// The calling thread's record. Taken away from the thread until it is returned: what an event says may be code of the application,
    /// which may log.
    /// </summary>
    public static JournalRecord Rent()
    {
        JournalRecord record = _spare ?? new JournalRecord();
        _spare = null;
        record._end = HeaderSize;
        return record;
    }

    public void Return()
    {
        if (_bytes.Length > LargestKeptBuffer)
        {
            Replace(_smallest);
        }

        _spare = this;
    }

    public static int SizeOf(int length) => (HeaderSize + length + 7) & ~7;

    /// <summary>Reads a record that somebody else may have damaged.</summary>
    /// <param name="bytes">A segment.</param>
    /// <param name="at">Where the record begins.</param>
    /// <param name="end">Where the segment ends.</param>
    /// <param name="length">Bytes of its content; when there is none, those that were looked at in vain.</param>
    /// <param name="number">Its number.</param>
    /// <returns>Whether there is one, and it is as it was written.</returns>
    public static bool TryRead(byte[] bytes, int at, int end, out int length, out long number)
    {
        length = 0;
        number = 0;
        if (end - at < HeaderSize || !IsBegunAt(bytes, at))
        {
            return false;
        }

        number = BitConverter.ToInt64(bytes, at + NumberOffset);
        int said = BitConverter.ToInt32(bytes, at);
        length = said > 0 && said <= end - at - HeaderSize ? said : 0;
        return length > 0
            && BitConverter.ToUInt32(bytes, at + CrcOffset) == Crc(Crc32C.Append(Crc32C.Start, bytes, at + HeaderSize, length), bytes, at);
    }

    /// <summary>Whether an event is completed: more than one bit says so, of those that no number of attempts has.</summary>
    public static bool IsCompleted(byte[] bytes, int at)
    {
        uint high = BitConverter.ToUInt32(bytes, at + StateOffset) & 0x80808080;
        return (high & (high - 1)) != 0;
    }

    /// <summary>How often the batch that begins with an event was given away and did not end.</summary>
    public static int AttemptsAt(byte[] bytes, int at) =>
        BitConverter.ToInt32(bytes, at + StateOffset) is var word && word % Attempt == 0 ? word / Attempt : 0;

    /// <summary>Whether there is the head of a record, with or without its length.</summary>
    public static bool IsBegunAt(byte[] bytes, int at) => BitConverter.ToInt32(bytes, at + SignatureOffset) == Signature;

    /// <summary>The number of a record that may be damaged.</summary>
    public static long NumberAt(byte[] bytes, int at) => BitConverter.ToInt64(bytes, at + NumberOffset);

    public void Write(byte value)
    {
        Reserve(sizeof(byte));
        _bytes[_end++] = value;
    }

    public void Write(int value)
    {
        Reserve(sizeof(int));
        BinaryPrimitives.WriteInt32LittleEndian(_bytes.AsSpan(_end), value);
        _end += sizeof(int);
    }

    public void Write(long value)
    {
        Reserve(sizeof(long));
        BinaryPrimitives.WriteInt64LittleEndian(_bytes.AsSpan(_end), value);
        _end += sizeof(long);
    }

    /// <summary>Its length in bytes, -1 for <see langword="null" />, and the text in UTF-8.</summary>
    public void Write(string? text)
    {
        if (text is null)
        {
            Write(-1);
            return;
        }

        Reserve(sizeof(int) + (long)text.Length); // refuses what is too large before three times the memory is asked for
        bool isShort = text.Length < SmallestBuffer;
        Reserve(sizeof(int) + (isShort ? Encoding.UTF8.GetMaxByteCount(text.Length) : Encoding.UTF8.GetByteCount(text)));
        int count = Encoding.UTF8.GetBytes(text, 0, text.Length, _bytes, _end + sizeof(int));
        Write(count);
        _end += count;
    }

    /// <inheritdoc cref="Write(string?)" />
    public void Write(TextBuffer text)
    {
        Reserve(sizeof(int) + (long)text.Length);
        Reserve(sizeof(int) + (long)Encoding.UTF8.GetMaxByteCount(text.Length), isLimited: false);
        int count = text.GetBytes(Encoding.UTF8, _bytes, _end + sizeof(int));
        Write(count);
        _end += count;
    }

    /// <summary>Ends the content. The record is copied in whole multiples of eight, with a word of zeros behind it.</summary>
    /// <exception cref="InvalidOperationException">It is too large.</exception>
    public void Complete()
    {
        Reserve(0);
        Reserve(2 * sizeof(long), isLimited: false);
        Array.Clear(_bytes, _end, 2 * sizeof(long));
        BinaryPrimitives.WriteInt32LittleEndian(_bytes.AsSpan(SignatureOffset), Signature);
        BinaryPrimitives.WriteInt32LittleEndian(_bytes.AsSpan(StateOffset), 0);
        _contentCrc = Crc32C.Append(Crc32C.Start, _bytes, HeaderSize, Length);
    }

    /// <summary>Writes the header, but for the length, which comes last.</summary>
    public void Seal(long number)
    {
        BinaryPrimitives.WriteInt32LittleEndian(_bytes, Length);
        BinaryPrimitives.WriteInt64LittleEndian(_bytes.AsSpan(NumberOffset), number);
        BinaryPrimitives.WriteUInt32LittleEndian(_bytes.AsSpan(CrcOffset), Crc(_contentCrc, _bytes, 0));
        BinaryPrimitives.WriteInt32LittleEndian(_bytes, 0);
    }

    /// <summary>Of the content, the length, the number and the signature.</summary>
    private static uint Crc(uint content, byte[] bytes, int at) => Crc32C.Append(
        Crc32C.Append(content, bytes, at, sizeof(int)), bytes, at + NumberOffset, StateOffset - NumberOffset);

    private void Reserve(long count, bool isLimited = true)
    {
        if (isLimited && _end + count > Largest)
        {
            throw new InvalidOperationException("it is too large");
        }

        if (_bytes.Length - _end < count)
        {
            byte[] larger = ArrayPool<byte>.Shared.Rent((int)Math.Min(int.MaxValue / 2, Math.Max(_bytes.Length * 2L, _end + count)));
            Buffer.BlockCopy(_bytes, 0, larger, 0, _end);
            Replace(larger);
        }
    }

    private void Replace(byte[] bytes)
    {
        if (_bytes != _smallest)
        {
            ArrayPool<byte>.Shared.Return(_bytes);
        }

        _bytes = bytes;
    }
}
