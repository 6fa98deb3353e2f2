using System.Buffers.Binary;
using log4net.Core;

namespace Easy.Logger.Journaling;

/// <summary>
/// A segment that somebody else has left, read as a file: it may be shorter than it was, or damaged, which costs the records that are hit.
/// Not thread-safe.
/// </summary>
internal sealed class SegmentReader : IDisposable
{
    /// <summary>A batch that did not end so often, because the process did, is not given away again.</summary>
    public const int MostAttempts = 3;

    /// <summary>The number of attempts is in each byte of its word: one that is damaged does not reject a segment.</summary>
    private const int EveryByte = 0x01010101;

    private static readonly int _largest = Segment.SizeFor(JournalRecord.Largest + JournalRecord.HeaderSize);

    private readonly FileStream _file;
    private readonly byte[] _bytes;
    private readonly int _end;
    private readonly byte[] _words = new byte[2 * sizeof(int)];
    private readonly object _gate = new(); // the closing thread may write, too
    private int _next = Segment.HeaderSize;
    private long _lastNumber = -1;
    private long _credit; // bytes that may be checked in vain: a file may have been made to take hours
    private LoggingEvent? _event; // the next one
    private int _eventAt;
    private int _batchAt; // where the first event of the batch is
    private volatile bool _isAttempted;

    private SegmentReader(FileStream file, byte[] buffer)
    {
        _file = file;
        _bytes = buffer;
        _end = ReadAll();
        _credit = 8L * _end;
        bool isAttempted = HasNext() && BitConverter.ToInt32(_bytes, sizeof(int)) == _eventAt;
        Attempts = isAttempted && _bytes[0] == _bytes[1] && _bytes[0] == _bytes[2] ? _bytes[0] : 0;
        _batchAt = _eventAt;
    }

    public string Path => _file.Name;

    /// <summary>How often the batch that begins with the next event was given away and did not end.</summary>
    public int Attempts { get; private set; }

    /// <summary>Records so far, completed or not.</summary>
    public int Records { get; private set; }

    /// <summary>Places so far where something is that was a record, or should be one.</summary>
    public int Damaged { get; private set; }

    /// <summary>Opens a segment.</summary>
    /// <param name="path">The file.</param>
    /// <param name="buffer">Memory to use; replaced when it is too small.</param>
    /// <param name="access">Whether records will be completed.</param>
    /// <exception cref="IOException">It cannot be read.</exception>
    public static SegmentReader Open(string path, ref byte[] buffer, FileAccess access = FileAccess.ReadWrite)
    {
        FileStream file = new(path, FileMode.Open, access, FileShare.ReadWrite | FileShare.Delete, bufferSize: 1);
        if (buffer.Length < file.Length)
        {
            buffer = new byte[Math.Min(file.Length, _largest)];
        }

        return new SegmentReader(file, buffer);
    }

    /// <summary>The number of the first record: segments are in the order of these.</summary>
    public static long FirstNumber(string path) =>
        HeadOf(path) is { } head ? JournalRecord.NumberAt(head, Segment.HeaderSize) : long.MaxValue;

    /// <summary>Whether nothing was ever written into a segment.</summary>
    public static bool IsUnused(string path) => HeadOf(path) is { } head && Array.TrueForAll(head, value => value == 0);

    /// <summary>Goes to the next event that is not completed.</summary>
    /// <param name="loggingEvent">The event.</param>
    /// <param name="at">Where its record is.</param>
    /// <returns>Whether there is one.</returns>
    public bool TryReadNext(out LoggingEvent? loggingEvent, out int at)
    {
        bool isThere = HasNext();
        (loggingEvent, at) = (_event, _eventAt);
        _event = null;
        return isThere;
    }

    /// <summary>Whether there is another event that is not completed.</summary>
    public bool HasNext()
    {
        while (_event is null && TryFindNext(out _eventAt, out int length))
        {
            if (JournalRecord.IsCompleted(_bytes, _eventAt))
            {
                continue;
            }

            try
            {
                int content = _eventAt + JournalRecord.HeaderSize;
                _event = EventSerializer.Read(_bytes, content, content + length);
            }
            catch (Exception)
            {
                Damaged++; // the checksum is right: it was written by another version
            }
        }

        return _event is not null;
    }

    /// <summary>Marks a record as completed.</summary>
    public void Complete(int at) => Write(at + JournalRecord.CompletedOffset, JournalRecord.Completed);

    /// <summary>To be called before a batch is given away.</summary>
    public void BeginAttempt()
    {
        _isAttempted = true;
        Write(0, ++Attempts * EveryByte, _batchAt);
    }

    /// <summary>To be called when the batch has ended.</summary>
    /// <param name="isCompleted">Whether its first event is completed: then there is nothing left that the attempt could count for.</param>
    public void EndAttempt(bool isCompleted)
    {
        _isAttempted = false;
        Attempts = 0;
        if (!isCompleted)
        {
            Write(0, 0);
        }

        _batchAt = HasNext() ? _eventAt : 0;
    }

    /// <summary>To be called when the batch will not end, for another reason than its events. By any thread.</summary>
    public void TakeBackAttempt()
    {
        if (_isAttempted)
        {
            Write(0, (Attempts - 1) * EveryByte);
        }
    }

    public void Dispose() => _file.Dispose();

    private static byte[]? HeadOf(string path)
    {
        try
        {
            byte[] head = new byte[Segment.HeaderSize + JournalRecord.HeaderSize];
            using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 1);
            return file.Read(head, 0, head.Length) == head.Length ? head : null;
        }
        catch (Exception)
        {
            return null; // whoever opens it sees why
        }
    }

    private bool TryFindNext(out int at, out int length)
    {
        // A record that was being written at the kill has no length yet, and nothing behind it but what is older.
        int expected = _next;
        bool hasLength = expected <= _end - JournalRecord.HeaderSize && BitConverter.ToInt32(_bytes, expected) != 0;
        for (; _next <= _end - JournalRecord.HeaderSize && _credit >= 0; _next += 8)
        {
            if (JournalRecord.TryRead(_bytes, _next, _end, out length, out long number) && number > _lastNumber)
            {
                at = _next;
                _next += JournalRecord.SizeOf(length);
                _lastNumber = number;
                Records++;
                Damaged += at == expected ? 0 : 1;
                return true;
            }

            _credit -= length;
        }

        Damaged += hasLength ? 1 : 0;
        at = length = 0;
        return false;
    }

    private int ReadAll()
    {
        int read = 0;
        int count;
        while (read < _bytes.Length && (count = _file.Read(_bytes, read, _bytes.Length - read)) > 0)
        {
            read += count;
        }

        return read;
    }

    private void Write(int at, int value, int? next = null)
    {
        using (Uninterrupted.Lock(_gate))
        {
            BinaryPrimitives.WriteInt32LittleEndian(_words, value);
            BinaryPrimitives.WriteInt32LittleEndian(_words.AsSpan(sizeof(int)), next ?? 0);
            _file.Position = at;
            _file.Write(_words, 0, next is null ? sizeof(int) : _words.Length);
        }
    }
}
