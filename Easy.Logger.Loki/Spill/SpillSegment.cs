using System.Buffers.Binary;

namespace Easy.Logger.Loki.Spill;

/// <summary>
/// One file of frames, written at its end and read from its beginning. Its header is a signature and the position of the first frame that is not removed.
/// Not thread-safe.
/// </summary>
internal sealed class SpillSegment : IDisposable
{
    public const int HeaderSize = 16;

    private const long Signature = 0x314C_4C49_5053_4C45; // "ELSPILL1", its last letter the version
    private const int PositionOffset = 8;

    private readonly byte[] _word = new byte[HeaderSize - PositionOffset];
    private FileStream? _stream;
    private int _position = HeaderSize;

    private SpillSegment(string path) => FilePath = path;

    public string FilePath { get; }

    /// <summary>Bytes of the file that are read.</summary>
    public int Length { get; private set; }

    /// <summary>Frames that are not removed.</summary>
    public int Frames { get; private set; }

    /// <summary>Lines in these.</summary>
    public long Lines { get; private set; }

    /// <summary>Bytes that are not removed.</summary>
    public int Unread => Length - _position;

    /// <summary>Whether something is behind the last frame that could not be cut off: another one cannot come there.</summary>
    public bool IsSpoiled { get; private set; }

    /// <summary>A segment whose file is made when the first frame comes.</summary>
    public static SpillSegment New(string path) => new(path);

    /// <summary>Opens a file, reads what is in it and cuts off what cannot be read.</summary>
    /// <param name="path">The file.</param>
    /// <param name="buffer">What frames are read into; replaced when it is too small.</param>
    /// <param name="unreadable">How many bytes were cut off.</param>
    /// <exception cref="Exception">The file cannot be read; it is as it was.</exception>
    public static SpillSegment Open(string path, ref byte[] buffer, out long unreadable)
    {
        SpillSegment segment = new(path);
        try
        {
            segment._stream = Open(path, FileMode.Open);
            long found = segment._stream.Length;
            segment.Scan((int)Math.Min(found, int.MaxValue), ref buffer);
            unreadable = found - segment.Length;
            if (unreadable > 0)
            {
                segment._stream.SetLength(segment.Length);
            }

            return segment;
        }
        finally
        {
            segment.Dispose();
        }
    }

    /// <summary>
    /// Writes a frame behind the others, in one call and without a buffer: it outlives a kill, a loss of power may take it.
    /// </summary>
    /// <param name="bytes">The frame, with room for the header of a segment before it.</param>
    /// <param name="size">Bytes of the frame.</param>
    /// <param name="lines">Lines in it.</param>
    /// <exception cref="Exception">
    /// It was not written, and nothing of it is left unless the segment is spoiled. Of any kind: that a file must not be longer is an argument out of range
    /// to .NET.
    /// </exception>
    public void Append(byte[] bytes, int size, int lines)
    {
        int count = size;
        if (Length == 0)
        {
            count += HeaderSize;
            BinaryPrimitives.WriteInt64LittleEndian(bytes, Signature);
            WritePosition(bytes.AsSpan(PositionOffset));
            _stream = Open(FilePath, FileMode.CreateNew);
        }

        FileStream stream = _stream ??= Open(FilePath, FileMode.Open);
        try
        {
            stream.Position = Length;
            stream.Write(bytes, HeaderSize + size - count, count);
            stream.Flush();
        }
        catch (Exception)
        {
            CutOff(stream);
            throw;
        }

        Length += count;
        Frames++;
        Lines += lines;
    }

    /// <summary>Reads the first frame that is not removed.</summary>
    /// <param name="buffer">What it is read into; replaced when it is too small.</param>
    /// <param name="push">The frame.</param>
    /// <returns>Whether it is what was written.</returns>
    /// <exception cref="Exception">The file cannot be read.</exception>
    public bool TryRead(ref byte[] buffer, out SpilledPush push)
    {
        _stream ??= Open(FilePath, FileMode.Open);
        return TryRead(_stream, _position, Length, ref buffer, out _, out push);
    }

    /// <summary>Goes past the first frame, also for the next run.</summary>
    /// <exception cref="Exception">This run knows, the next one may not.</exception>
    public void Remove(SpilledPush push)
    {
        _position += (int)SpillFrame.SizeOf(push.Head.Span, push.Body.Span);
        Frames--;
        Lines -= push.Lines;

        // One aligned word, so that a kill leaves the old value or the new one.
        WritePosition(_word);
        FileStream stream = _stream ??= Open(FilePath, FileMode.Open);
        stream.Position = PositionOffset;
        stream.Write(_word, 0, _word.Length);
        stream.Flush();
    }

    /// <summary>Closes the file, which is opened again when it is needed.</summary>
    public void Dispose()
    {
        _stream?.Dispose();
        _stream = null;
    }

    private static FileStream Open(string path, FileMode mode) => new(path, mode, FileAccess.ReadWrite, FileShare.Read, bufferSize: 1);

    private static bool TryRead(FileStream stream, int position, int end, ref byte[] buffer, out int size, out SpilledPush push)
    {
        push = default;
        size = 0;
        if (end - position < SpillFrame.HeaderSize)
        {
            return false;
        }

        Grow(ref buffer, SpillFrame.HeaderSize);
        stream.Position = position;
        if (!TryFill(stream, buffer, 0, SpillFrame.HeaderSize))
        {
            return false;
        }

        size = SpillFrame.SizeAt(buffer);
        if (size == 0 || size > end - position)
        {
            return false;
        }

        Grow(ref buffer, size);
        return TryFill(stream, buffer, SpillFrame.HeaderSize, size) && SpillFrame.TryRead(buffer, size, out push);
    }

    private static void Grow(ref byte[] buffer, int size)
    {
        if (buffer.Length < size)
        {
            Array.Resize(ref buffer, size);
        }
    }

    private static bool TryFill(FileStream stream, byte[] buffer, int from, int to)
    {
        for (int read; from < to; from += read)
        {
            read = stream.Read(buffer, from, to - from);
            if (read == 0)
            {
                return false;
            }
        }

        return true;
    }

    private void Scan(int end, ref byte[] buffer)
    {
        FileStream stream = _stream!;
        byte[] header = new byte[HeaderSize];
        if (!TryFill(stream, header, 0, HeaderSize) || BinaryPrimitives.ReadInt64LittleEndian(header) != Signature)
        {
            return;
        }

        // A position that makes no sense is none: then pushes come twice rather than not at all.
        int position = BinaryPrimitives.ReadInt32LittleEndian(header.AsSpan(PositionOffset));
        int inverse = BinaryPrimitives.ReadInt32LittleEndian(header.AsSpan(PositionOffset + sizeof(int)));
        _position = position == ~inverse && position >= HeaderSize && position <= end ? position : HeaderSize;
        Length = _position;
        while (TryRead(stream, Length, end, ref buffer, out int size, out SpilledPush push))
        {
            Length += size;
            Frames++;
            Lines += push.Lines;
        }
    }

    private void WritePosition(Span<byte> word)
    {
        BinaryPrimitives.WriteInt32LittleEndian(word, _position);
        BinaryPrimitives.WriteInt32LittleEndian(word.Slice(sizeof(int)), ~_position);
    }

    private void CutOff(FileStream stream)
    {
        try
        {
            stream.SetLength(Length);
        }
        catch (Exception)
        {
            IsSpoiled = true; // what is behind the last frame is found and told when the file is opened again
        }
    }
}
