using System.IO.MemoryMappedFiles;

namespace Easy.Logger.Journaling;

/// <summary>
/// A file of records, mapped into memory: what was copied into it stays when the process is killed, because the pages belong to the
/// operating system. Not thread-safe.
/// </summary>
/// <remarks>
/// 64 bytes of zeros, and then the records. Once all of them are completed the segment is written again from its beginning; what is left of
/// the records before has lower numbers, and is completed.
/// </remarks>
internal sealed class Segment : IDisposable
{
    public const int HeaderSize = 64;
    public const int UsualSize = 1 << 20;
    public const string Extension = ".segment";

    private readonly FileStream _stream;
    private readonly string? _place;
    private readonly MemoryMappedFile _map;
    private readonly MemoryMappedViewStream _view;
    private int _end = HeaderSize;

    private Segment(FileStream stream, int size, long number)
    {
        Number = number;
        _stream = stream;
        _place = PrivateFiles.PlaceOf(stream);
        Size = size;
        _map = MemoryMappedFile.CreateFromFile(stream, null, 0, MemoryMappedFileAccess.ReadWrite, HandleInheritability.None,
            leaveOpen: true);
        _view = _map.CreateViewStream(0, size, MemoryMappedFileAccess.ReadWrite);
    }

    public string Path => _stream.Name;

    /// <summary>Its number, from 1 on, in the journal of the appender.</summary>
    public long Number { get; }

    /// <summary>Bytes of the file.</summary>
    public int Size { get; }

    /// <summary>Records that are not completed.</summary>
    public int Live { get; private set; }

    /// <summary>The size of a segment that has room for a record.</summary>
    public static int SizeFor(int record) => Math.Max(UsualSize, (HeaderSize + record + sizeof(long) + 0xFFFF) & ~0xFFFF);

    /// <summary>Makes a file. Written out, not just made longer: a mapped page for which the disk has no room ends the process.</summary>
    /// <exception cref="IOException">There is no room on the disk; nothing is left of it.</exception>
    public static Segment Create(string path, int size, long number = 1)
    {
        FileStream stream = PrivateFiles.Create(path, FileShare.ReadWrite | FileShare.Delete);
        try
        {
            stream.SetLength(size); // a shorter one was cut
            byte[] zeros = new byte[64 * 1024];
            for (int left = size; left > 0; left -= zeros.Length)
            {
                stream.Write(zeros, 0, Math.Min(zeros.Length, left));
            }

            stream.Flush();
            return new Segment(stream, size, number);
        }
        catch (Exception)
        {
            stream.Dispose();
            File.Delete(path);
            throw;
        }
    }

    public bool HasRoomFor(int record) => _end + record + sizeof(long) <= Size;

    /// <summary>Copies a record. Only valid while there is room for it.</summary>
    /// <returns>Where it is.</returns>
    public int Append(JournalRecord record, long number)
    {
        int at = _end;
        record.Seal(number);
        _view.Position = at;
        _view.Write(record.Bytes, 0, record.Size + sizeof(long)); // with zeros behind it, where a record of before may go on
        _view.SafeMemoryMappedViewHandle.Write((ulong)at, record.Length); // now it is there
        _end = at + record.Size;
        Live++;
        return at;
    }

    /// <summary>Marks a record as completed. The last one of all gives the room back.</summary>
    public void Complete(int at)
    {
        _view.SafeMemoryMappedViewHandle.Write((ulong)(at + JournalRecord.StateOffset), JournalRecord.Completed);
        if (--Live == 0)
        {
            _end = HeaderSize;
        }
    }

    /// <summary>Whether the file is still there, and as long as it was: a mapped page behind its end ends the process.</summary>
    public bool IsIntact() => PrivateFiles.PlaceOf(_stream) == _place && _stream.Length == Size;

    /// <summary>Closes the file, which stays.</summary>
    public void Dispose()
    {
        // The view first and by its handle: a stream that is disposed with its view waits until the disk has every page.
        _view.SafeMemoryMappedViewHandle.Dispose();
        _view.Dispose();
        _map.Dispose();
        _stream.Dispose();
    }

    /// <summary>Removes the file, wherever somebody may have moved it: it might be moved back.</summary>
    public void Delete()
    {
        string? place = PrivateFiles.PlaceOf(_stream);
        Dispose();
        if (File.Exists(place)) // somebody may have removed its folder
        {
            File.Delete(place);
        }
    }
}
