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
    public const int MaxAttempts = 3;

    private static readonly int _largest = Segment.SizeFor(JournalRecord.Largest + JournalRecord.HeaderSize);

    private readonly FileStream _file;
    private readonly byte[] _bytes;
    private readonly int _end;
    private readonly object _gate = new(); // the closing thread may write, too
    private int _next = Segment.HeaderSize;
    private long _lastNumber = -1;
    private long _credit; // bytes that may be checked in vain: a file may have been made to take hours
    private LoggingEvent? _event; // the next one
    private int _eventAt;
    private int _attemptedAt; // where the batch begins that is given away; 0 when there is none
    private int _attemptsBefore;
    private bool _isEnded;

    private SegmentReader(FileStream file, byte[] buffer)
    {
        _file = file;
        _bytes = buffer;
        _end = ReadAll();
        Rewind();
    }

    public string Path => _file.Name;

    /// <summary>How often the batch that begins with the next event was given away and did not end.</summary>
    public int Attempts => HasNext() ? JournalRecord.AttemptsAt(_bytes, _eventAt) : 0;

    /// <summary>Records so far, completed or not.</summary>
    public int Records { get; private set; }

    /// <summary>Records so far that cannot be read, at least: at the end of a segment it shows only that there are some.</summary>
    public int Damaged { get; private set; }

    /// <summary>Whether there are events so far for which there was no memory.</summary>
    public bool LeavesEvents { get; private set; }

    /// <summary>Whether nothing was ever written into it.</summary>
    public bool IsUnused =>
        _end >= Segment.UsualSize && _bytes[0] == 0 && _bytes.AsSpan(1, _end - 1).SequenceEqual(_bytes.AsSpan(0, _end - 1));

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
    public static long FirstNumber(string path)
    {
        try
        {
            byte[] head = new byte[Segment.HeaderSize + JournalRecord.HeaderSize];
            using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 1);
            return file.Read(head, 0, head.Length) == head.Length ? JournalRecord.NumberAt(head, Segment.HeaderSize) : long.MaxValue;
        }
        catch (Exception)
        {
            return long.MaxValue; // whoever opens it sees why
        }
    }

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
            catch (OutOfMemoryException)
            {
                LeavesEvents = true;
            }
            catch (Exception)
            {
                Damaged++; // the checksum is right: it was written by another version
            }
        }

        return _event is not null;
    }

    /// <summary>Goes back to the first event that is not completed.</summary>
    public void Rewind()
    {
        _next = Segment.HeaderSize;
        _lastNumber = -1;
        _credit = 8L * _end;
        _event = null;
        Records = Damaged = 0;
        _isEnded = false;
    }

    /// <summary>Marks a record as completed, with which an attempt that began with it ends.</summary>
    public void Complete(int at)
    {
        using (Uninterrupted.Lock(_gate))
        {
            Write_NeedsLock(at, JournalRecord.Completed);
            _attemptedAt = at == _attemptedAt ? 0 : _attemptedAt;
        }
    }

    /// <summary>To be called before a batch is given away.</summary>
    /// <param name="at">Where its first event is, which has the number of attempts.</param>
    public void BeginAttempt(int at)
    {
        using (Uninterrupted.Lock(_gate))
        {
            _attemptedAt = at;
            _attemptsBefore = JournalRecord.AttemptsAt(_bytes, at);
            Write_NeedsLock(at, (_attemptsBefore + 1) * JournalRecord.Attempt);
        }
    }

    /// <summary>To be called for an event that stays when its batch has ended: no attempt counts that began with it.</summary>
    public void EndAttempt(int at)
    {
        using (Uninterrupted.Lock(_gate))
        {
            if (at == _attemptedAt)
            {
                _attemptedAt = 0;
                Write_NeedsLock(at, 0);
            }
        }
    }

    /// <summary>To be called when the batch will not end, for another reason than its events. By any thread.</summary>
    public void TakeBackAttempt()
    {
        using (Uninterrupted.Lock(_gate))
        {
            if (_attemptedAt > 0)
            {
                Write_NeedsLock(_attemptedAt, _attemptsBefore * JournalRecord.Attempt);
            }
        }
    }

    public void Dispose()
    {
        using (Uninterrupted.Lock(_gate))
        {
            _attemptedAt = 0; // another segment gets the memory
            _file.Dispose();
        }
    }

    private bool TryFindNext(out int at, out int length)
    {
        int expected = _next;
        for (; _next <= _end - JournalRecord.HeaderSize && _credit >= 0; _next += 8)
        {
            if (JournalRecord.TryRead(_bytes, _next, _end, out length, out long number) && number > _lastNumber)
            {
                at = _next;
                Damaged += at == expected ? 0 : RecordsBetween(expected, at, number);
                _next += JournalRecord.SizeOf(length);
                _lastNumber = number;
                Records++;
                return true;
            }

            _credit -= length;
        }

        Damaged += _isEnded || !IsDamagedAt(expected) ? 0 : 1;
        _isEnded = true;
        at = length = 0;
        return false;
    }

    /// <summary>How many records were in a part that is damaged, by the number behind it: at least one.</summary>
    private int RecordsBetween(int start, int end, long number) =>
        _lastNumber < 0 ? 1 : (int)Math.Max(1, Math.Min(number - _lastNumber - 1, (end - start) / JournalRecord.HeaderSize));

    /// <summary>Whether there was a record behind the last one. One that was being written at the kill has no length yet.</summary>
    private bool IsDamagedAt(int at)
    {
        if (_end < Segment.UsualSize)
        {
            return true; // it had its whole length before its first record
        }

        bool isFirst = at == Segment.HeaderSize;
        return at <= _end - JournalRecord.HeaderSize
            && (BitConverter.ToInt32(_bytes, at) != 0
                || (isFirst && !JournalRecord.IsBegunAt(_bytes, at) && !IsUnused));
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

    private void Write_NeedsLock(int at, int state)
    {
        at += JournalRecord.StateOffset;
        BinaryPrimitives.WriteInt32LittleEndian(_bytes.AsSpan(at), state);
        _file.Position = at;
        _file.Write(_bytes, at, sizeof(int));
    }
}
