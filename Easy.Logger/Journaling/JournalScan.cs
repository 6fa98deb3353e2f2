using log4net.Core;

namespace Easy.Logger.Journaling;

/// <summary>Reads what an earlier owner left in a journal. Believes nothing but checksums.</summary>
internal sealed class JournalScan
{
    private readonly JournalFile _file;
    private readonly SortedDictionary<long, RecoveredRecord> _records = [];
    private byte[] _bytes = new byte[4096];

    private JournalScan(JournalFile file) => _file = file;

    /// <summary>The events that were not settled, in the order they were logged, each once.</summary>
    public IReadOnlyCollection<RecoveredRecord> Records => _records.Values;

    /// <summary>Places where there is no whole record: at most one after a kill, more after a crash of the operating system.</summary>
    public int Torn { get; private set; }

    /// <summary>The position behind everything that is there.</summary>
    public long Tail { get; private set; }

    /// <exception cref="InvalidDataException">The header makes no sense.</exception>
    public static JournalScan Of(JournalFile file)
    {
        JournalScan scan = new(file);
        scan.Read();
        return scan;
    }

    private void Read()
    {
        long release = _file.Release;
        if (release < 0 || release % 8 != 0 || _file.Tail % 8 != 0)
        {
            throw new InvalidDataException("the header of the journal is damaged");
        }

        long end = Math.Min(Math.Max(_file.Tail, release), release + _file.Capacity);
        long position = release;
        bool isTorn = false;
        while (position < release + _file.Capacity)
        {
            int left = _file.Capacity - (int)(position % _file.Capacity);
            if (TryRead(position, left) is { } size)
            {
                isTorn = false;
                position += size;
            }
            else if (position >= end)
            {
                break;
            }
            else if (left < RecordHeader.Size)
            {
                position += left;
            }
            else
            {
                // On to the next place where a record may begin.
                Torn += isTorn ? 0 : 1;
                isTorn = true;
                position += 8;
            }
        }

        Tail = Math.Max(position, end);
    }

    /// <returns>How far it is to the next record; <see langword="null" /> when there is none here.</returns>
    private int? TryRead(long position, int left)
    {
        if (left < RecordHeader.Size)
        {
            return null;
        }

        int offset = (int)(position % _file.Capacity);
        _file.Read(offset, _bytes, RecordHeader.Size);
        RecordHeader header = RecordHeader.Read(_bytes);
        if (header.Kind is not (RecordKind.Live or RecordKind.Dead or RecordKind.Filler)
            || header.Position != position
            || header.Length < 0
            || header.Length > left - RecordHeader.Size)
        {
            return null;
        }

        int length = RecordHeader.Size + header.Length;
        if (_bytes.Length < length)
        {
            _bytes = new byte[length];
        }

        _file.Read(offset, _bytes, length);
        if (!header.Matches(_bytes))
        {
            return null;
        }

        if (header.Kind == RecordKind.Filler)
        {
            return left;
        }

        int size = RecordHeader.SizeOf(header.Length);
        if (header.Kind == RecordKind.Live && !_records.ContainsKey(header.Number)) // twice, when it was being moved at the moment of the kill
        {
            _records.Add(header.Number, new RecoveredRecord(header.Number, position, size, EventOf(EventFormat.Read(_bytes, length))));
        }

        return size;
    }

    private static LoggingEvent EventOf(LoggingEventData data)
    {
        data.Properties![RecoveredRecord.Property] = "true";
        return new LoggingEvent(null, null, data) { Fix = FixFlags.None }; // what was not fixed then is not to be asked for now
    }
}

/// <summary>What an earlier run left in a journal.</summary>
internal sealed class JournalRecovery(string path, IReadOnlyCollection<RecoveredRecord> records, int torn)
{
    private IReadOnlyCollection<RecoveredRecord> _records = records;

    public string Path { get; } = path;

    /// <summary>How many events were not settled.</summary>
    public int Count { get; } = records.Count;

    /// <summary>Records that were only half there.</summary>
    public int Torn { get; } = torn;

    public bool IsEmpty => Count == 0 && Torn == 0;

    /// <summary>The events in the order they were logged; no reference to them stays here.</summary>
    public IReadOnlyCollection<RecoveredRecord> Take()
    {
        IReadOnlyCollection<RecoveredRecord> taken = _records;
        _records = [];
        return taken;
    }
}

/// <summary>An event of an earlier run, and where its record is: it stays there until the event is settled.</summary>
internal sealed class RecoveredRecord(long number, long position, int size, LoggingEvent loggingEvent)
{
    /// <summary>The property by which a layout can show that an event was recovered.</summary>
    public const string Property = "easylogger.recovered";

    public long Number { get; } = number;

    public long Position { get; } = position;

    public int Size { get; } = size;

    public LoggingEvent Event { get; } = loggingEvent;
}
