using System.Buffers.Binary;
using System.IO.MemoryMappedFiles;

namespace Easy.Logger.Journaling;

/// <summary>
/// The file of a journal, mapped into memory and locked to one owner: a page with the two ends of what is in it, then the ring. What was written stays when
/// the process is killed, because the pages belong to the operating system. Not thread-safe.
/// </summary>
internal sealed class JournalFile : IDisposable
{
    public const int HeaderSize = 4096;
    public const int SmallestCapacity = 1024;
    public const int LargestCapacity = 256 * 1024 * 1024;

    private const long Signature = 0x314C_4A52_474F_4C45; // "ELOGRJL1", its last letter the version
    private const int CapacityOffset = 8;
    private const int ReleaseOffset = 64;
    private const int TailOffset = 72;

    private readonly MemoryMappedFile _map;
    private readonly MemoryMappedViewStream _view;

    private JournalFile(FileStream stream, int capacity)
    {
        Path = stream.Name;
        Capacity = capacity;
        _map = MemoryMappedFile.CreateFromFile(stream, null, 0, MemoryMappedFileAccess.ReadWrite, HandleInheritability.None, leaveOpen: false);
        _view = _map.CreateViewStream(0, HeaderSize + (long)capacity, MemoryMappedFileAccess.ReadWrite);
    }

    public string Path { get; }

    /// <summary>Bytes of the ring.</summary>
    public int Capacity { get; }

    /// <summary>
    /// The position of the first record that is not settled. One aligned word, so that a kill leaves the old value or the new one.
    /// </summary>
    public long Release
    {
        get => _view.SafeMemoryMappedViewHandle.Read<long>(ReleaseOffset);
        set => _view.SafeMemoryMappedViewHandle.Write(ReleaseOffset, value);
    }

    /// <summary>The position behind the last record; moved before that record is written, so that a half one is known for what it is.</summary>
    public long Tail
    {
        get => _view.SafeMemoryMappedViewHandle.Read<long>(TailOffset);
        set => _view.SafeMemoryMappedViewHandle.Write(TailOffset, value);
    }

    /// <summary>Opens the file and locks it, or makes it.</summary>
    /// <param name="path">The full path.</param>
    /// <param name="capacity">Bytes of the ring, for a file that is not there yet.</param>
    /// <exception cref="IOException">Another process has it, or there is no room on the disk.</exception>
    /// <exception cref="InvalidDataException">It is something else.</exception>
    public static JournalFile Open(string path, int capacity)
    {
        string? folder = System.IO.Path.GetDirectoryName(path);
        if (!string.IsNullOrEmpty(folder))
        {
            Directory.CreateDirectory(folder);
        }

        FileStream stream = new(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, bufferSize: 1);
        try
        {
            byte[] head = new byte[CapacityOffset + sizeof(long)];
            int read = stream.Read(head, 0, head.Length);
            if (Array.TrueForAll(head, value => value == 0))
            {
                Create(stream, capacity); // new, or whoever made it was killed before it was ready
                return new JournalFile(stream, capacity);
            }

            long found = BitConverter.ToInt64(head, CapacityOffset);
            if (read < head.Length || BitConverter.ToInt64(head, 0) != Signature || found % 8 != 0 || found is < SmallestCapacity or > LargestCapacity)
            {
                throw new InvalidDataException("the file is there and is not a journal");
            }

            Fill(stream, HeaderSize + found); // nothing, unless it was cut
            return new JournalFile(stream, (int)found);
        }
        catch (Exception)
        {
            stream.Dispose();
            throw;
        }
    }

    /// <param name="offset">Where in the ring.</param>
    /// <param name="bytes">What is written.</param>
    /// <param name="count">How many bytes of it.</param>
    public void Write(int offset, byte[] bytes, int count)
    {
        _view.Position = HeaderSize + offset;
        _view.Write(bytes, 0, count);
    }

    public void Write(int offset, RecordKind kind) => _view.SafeMemoryMappedViewHandle.Write((ulong)(HeaderSize + offset), (int)kind);

    /// <param name="offset">Where in the ring.</param>
    /// <param name="bytes">Where to.</param>
    /// <param name="count">How many bytes.</param>
    public void Read(int offset, byte[] bytes, int count)
    {
        _view.Position = HeaderSize + offset;
        _ = _view.Read(bytes, 0, count); // a stream over memory reads all at once
    }

    public void Dispose()
    {
        // The view first and by its handle: a stream that is disposed with its view waits until the disk has every page.
        _view.SafeMemoryMappedViewHandle.Dispose();
        _view.Dispose();
        _map.Dispose();
    }

    private static void Create(FileStream stream, int capacity)
    {
        stream.SetLength(0);
        Fill(stream, HeaderSize + (long)capacity);
        byte[] head = new byte[CapacityOffset + sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(head, Signature);
        BinaryPrimitives.WriteInt64LittleEndian(head.AsSpan(CapacityOffset), capacity);
        stream.Position = 0;
        stream.Write(head, 0, head.Length);
        stream.Flush();
    }

    /// <summary>Written out, not just made longer: a mapped page for which the disk has no room ends the process when it is touched.</summary>
    private static void Fill(FileStream stream, long length)
    {
        byte[] zeros = new byte[64 * 1024];
        stream.Position = stream.Length;
        while (stream.Position < length)
        {
            stream.Write(zeros, 0, (int)Math.Min(zeros.Length, length - stream.Position));
        }

        stream.Flush();
    }
}
