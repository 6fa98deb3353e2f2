using System.Buffers.Binary;
using System.Globalization;
using System.Text;

namespace Easy.Logger.Journaling;

/// <summary>
/// A record as it is put together on the caller's thread, before the queue's lock: room for the header, then what the event says. One per thread is
/// kept and used again.
/// </summary>
internal sealed class JournalRecord
{
    private const int SmallestBuffer = 512;

    /// <summary>A thread that once logged something huge does not keep the memory for it.</summary>
    private const int LargestKeptBuffer = 64 * 1024;

    [ThreadStatic]
    private static JournalRecord? _spare;

    private byte[] _bytes = new byte[SmallestBuffer];
    private int _end;
    private int _limit;
    private uint _contentCrc;

    /// <summary>Header and content. Longer than <see cref="Size" />.</summary>
    public byte[] Bytes => _bytes;

    /// <summary>Bytes that the record takes in the ring.</summary>
    public int Size => RecordHeader.SizeOf(Length);

    private int Length => _end - RecordHeader.Size;

    /// <summary>
    /// The calling thread's record. Taken away from the thread until it is returned: what an event says may be code of the application, which may log.
    /// </summary>
    /// <param name="limit">The most bytes it may become.</param>
    public static JournalRecord Rent(int limit)
    {
        JournalRecord record = _spare ?? new JournalRecord();
        _spare = null;
        record._end = RecordHeader.Size;
        record._limit = limit;
        return record;
    }

    public void Return()
    {
        if (_bytes.Length <= LargestKeptBuffer)
        {
            _spare = this;
        }
    }

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

        Reserve(sizeof(int) + text.Length); // refuses what is too large before three times the memory is asked for
        Reserve(sizeof(int) + Encoding.UTF8.GetMaxByteCount(text.Length), checkLimit: false);
        int count = Encoding.UTF8.GetBytes(text, 0, text.Length, _bytes, _end + sizeof(int));
        Write(count);
        _end += count;
    }

    /// <summary>Ends the content.</summary>
    public void Complete()
    {
        Reserve(sizeof(long), checkLimit: false); // the record is copied in whole multiples of eight
        if (Size > _limit)
        {
            throw TooLarge();
        }

        _contentCrc = Crc32C.Append(Crc32C.Start, _bytes, RecordHeader.Size, Length);
    }

    /// <summary>Writes the header, once the place of the record is known.</summary>
    public void Seal(long position, long number) => RecordHeader.Write(_bytes, RecordKind.Live, position, number, Length, _contentCrc);

    private InvalidOperationException TooLarge() =>
        new(string.Format(CultureInfo.InvariantCulture, "it takes more than {0:N0} bytes, a sixteenth of the journal", _limit));

    private void Reserve(int count, bool checkLimit = true)
    {
        if (checkLimit && _end + (long)count > _limit)
        {
            throw TooLarge();
        }

        if (_bytes.Length - _end < count)
        {
            Array.Resize(ref _bytes, (int)Math.Min(int.MaxValue / 2, Math.Max(_bytes.Length * 2L, _end + (long)count)));
        }
    }
}
