namespace Easy.Logger.Journaling;

/// <summary>
/// Records one behind the other in the ring of a file. Positions count on for ever, and the ring shows the latest part; no record goes over its end. Knows
/// no events and no order but that of writing. Not thread-safe.
/// </summary>
internal sealed class JournalRing
{
    /// <summary>An empty ring starts over when so much of it was used, so that under light load the same few pages are written again and again.</summary>
    private const int HotBytes = 1024 * 1024;

    private readonly JournalFile _file;
    private long _release;
    private byte[] _scratch = [];

    /// <param name="file">The file, which is closed with the ring.</param>
    /// <param name="tail">Where the next record goes, as it was found.</param>
    public JournalRing(JournalFile file, long tail)
    {
        _file = file;
        _release = file.Release;
        Tail = tail;
        file.Tail = tail;
    }

    public int Capacity => _file.Capacity;

    /// <summary>The most bytes one record may take. Two of these always fit into what <see cref="HasRoomFor" /> keeps free.</summary>
    public int LargestRecord => Capacity / 16;

    /// <summary>Where the next record goes.</summary>
    public long Tail { get; private set; }

    /// <summary>Bytes between the first record that is not settled and the tail.</summary>
    public long Used => Tail - _release;

    /// <summary>Whether a new record fits and leaves enough to move others.</summary>
    public bool HasRoomFor(int size) => SpaceFor(size) + (2 * LargestRecord) <= Capacity - Used;

    /// <summary>Writes a record. Only valid when there is room.</summary>
    /// <returns>Its position.</returns>
    public long Append(JournalRecord record, long number)
    {
        long position = MakePlace(record.Size);
        record.Seal(position, number);
        _file.Write(OffsetOf(position), record.Bytes, record.Size);
        return position;
    }

    /// <summary>Writes a record once more at the tail, if it fits.</summary>
    /// <returns>Its new position; <see langword="null" /> when there is no room.</returns>
    public long? Move(long position, int size)
    {
        if (SpaceFor(size) > Capacity - Used)
        {
            return null;
        }

        if (_scratch.Length < size)
        {
            _scratch = new byte[size];
        }

        _file.Read(OffsetOf(position), _scratch, size);
        RecordHeader header = RecordHeader.Read(_scratch);
        long moved = MakePlace(size);
        uint crc = Crc32C.Append(Crc32C.Start, _scratch, RecordHeader.Size, header.Length);
        RecordHeader.Write(_scratch, RecordKind.Live, moved, header.Number, header.Length, crc);
        _file.Write(OffsetOf(moved), _scratch, size);
        return moved;
    }

    public void MarkDead(long position) => _file.Write(OffsetOf(position), RecordKind.Dead);

    /// <summary>Gives up everything before a position.</summary>
    public void ReleaseTo(long position)
    {
        if (position == Tail && OffsetOf(position) >= Math.Min(HotBytes, Capacity / 2))
        {
            Restart();
        }
        else if (position != _release)
        {
            _file.Release = _release = position;
        }
    }

    /// <summary>Goes on at the beginning of an empty ring.</summary>
    public void Restart()
    {
        // In this order: a release point beyond the tail means an empty ring, the other way round there would seem to be something between them.
        _file.Release = _release = EndOfLap(Tail);
        _file.Tail = Tail = _release;
    }

    public void Close() => _file.Dispose();

    private int OffsetOf(long position) => (int)(position % Capacity);

    private long EndOfLap(long position) => position - OffsetOf(position) + Capacity;

    /// <summary>What a record takes with what is left unused before it.</summary>
    private long SpaceFor(int size)
    {
        long left = EndOfLap(Tail) - Tail;
        return size <= left ? size : left + size;
    }

    private long MakePlace(int size)
    {
        long before = Tail;
        long left = EndOfLap(before) - before;
        long position = size <= left ? before : before + left;
        _file.Tail = Tail = position + size;
        if (position != before && left >= RecordHeader.Size)
        {
            byte[] filler = new byte[RecordHeader.Size];
            RecordHeader.Write(filler, RecordKind.Filler, before, number: 0, length: 0, Crc32C.Start);
            _file.Write(OffsetOf(before), filler, filler.Length);
        }

        return position;
    }
}
