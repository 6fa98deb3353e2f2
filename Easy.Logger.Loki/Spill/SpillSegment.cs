using System.Buffers.Binary;
using Easy.Logger.Loki.Lanes;

namespace Easy.Logger.Loki.Spill;

/// <summary>
/// One file of frames, written at its end. Its header is a signature and the position of the first frame that is not removed; a frame
/// behind that is removed by its state. Not thread-safe.
/// </summary>
internal sealed class SpillSegment : IDisposable
{
    public const int HeaderSize = 16;

    private const long Signature = 0x324C_4C49_5053_4C45; // "ELSPILL2", its last letter the version
    private const long OldSignature = 0x314C_4C49_5053_4C45;
    private const int OldFrameHeaderSize = 16;
    private const int OldLinesOffset = 8;
    private const int PositionOffset = 8;

    private readonly byte[] _word = new byte[HeaderSize - PositionOffset];
    private readonly Queue<Entry> _entries = new(); // from the position on, those removed by their state among them
    private FileStream? _stream;
    private int _position = HeaderSize;

    private SpillSegment(string path) => FilePath = path;

    public string FilePath { get; }

    /// <summary>Bytes of the file that are read.</summary>
    public int Length { get; private set; }

    /// <summary>Frames that are not removed.</summary>
    public int Frames { get; private set; }

    /// <summary>Lines in these that have not been answered.</summary>
    public long Lines { get; private set; }

    /// <summary>Whether an earlier version wrote it, whose frames this one cannot send.</summary>
    public bool IsOld { get; private set; }

    /// <summary>Bytes of damaged frames with others behind them.</summary>
    public long DamagedBytes { get; private set; }

    /// <summary>Lines that were in these, as far as that can be read.</summary>
    public long DamagedLines { get; private set; }

    /// <summary>The frames that are not removed.</summary>
    public IEnumerable<Entry> Entries => _entries.Where(entry => !entry.IsGone);

    /// <summary>Bytes that are not removed.</summary>
    public int Unread => Length - _position;

    /// <summary>Whether something is behind the last frame that could not be cut off: another one cannot come there.</summary>
    public bool IsSpoiled { get; private set; }

    /// <summary>Whether a file is open that it has made or found.</summary>
    public bool HasFile => _stream is not null;

    /// <summary>Whether somebody removed the file, as far as that shows before it is opened.</summary>
    public bool IsGone => _stream is { } stream && SpillClaim.IsRemoved(stream);

    /// <summary>A segment whose file is made when the first frame comes.</summary>
    public static SpillSegment New(string path) => new(path);

    /// <summary>Opens a file, reads what is in it and cuts off the bytes that cannot be read. The buffer grows as needed.</summary>
    /// <exception cref="Exception">The file cannot be read; it is as it was.</exception>
    public static SpillSegment Open(string path, ref byte[] buffer, out long unreadable)
    {
        SpillSegment segment = new(path);
        try
        {
            segment._stream = Open(path, FileMode.Open);
            long found = segment._stream.Length;
            segment.Scan((int)Math.Min(found, int.MaxValue), ref buffer);
            unreadable = segment.IsOld ? 0 : found - segment.Length;
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
    /// Writes a frame, before which there is room for the header of a segment, behind the others: in one call and without a buffer, so it
    /// outlives a kill; a loss of power may take it.
    /// </summary>
    /// <exception cref="Exception">
    /// It was not written, and nothing of it is left unless the segment is spoiled. Of any kind: that a file must not be longer is an
    /// argument out of range to .NET.
    /// </exception>
    public Entry Append(byte[] bytes, int size, int lines, string lane)
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
        return Add(new Entry(lane, lines, this, Length - size, size));
    }

    /// <summary>Reads a frame into a buffer, which is replaced when it is too small.</summary>
    /// <returns>Whether it is what was written.</returns>
    /// <exception cref="Exception">The file cannot be read.</exception>
    public bool TryRead(Entry entry, ref byte[] buffer, out SpilledPush push)
    {
        _stream ??= Open(FilePath, FileMode.Open);
        return SpillFrame.TryRead(_stream, entry.Offset, entry.Offset + entry.Size, ref buffer, out _, out push);
    }

    /// <summary>Notes that some lines of a frame have been answered, also for the next run.</summary>
    /// <exception cref="Exception">This run knows, the next one may not.</exception>
    public void Shorten(Entry entry, int lines)
    {
        if (lines < entry.Lines)
        {
            Lines -= entry.Lines - lines;
            entry.Lines = lines;
            WriteState(entry, SpillFrame.StateOf(lines));
        }
    }

    /// <summary>Removes a frame, also for the next run.</summary>
    /// <exception cref="Exception">This run knows, the next one may not.</exception>
    public void Remove(Entry entry)
    {
        bool isFirst = ReferenceEquals(_entries.Peek(), entry);
        entry.IsGone = true;
        Frames--;
        Lines -= entry.Lines;
        while (_entries.Count > 0 && _entries.Peek().IsGone)
        {
            _entries.Dequeue();
        }

        _position = _entries.Count > 0 ? _entries.Peek().Offset : Length;
        if (isFirst)
        {
            // One aligned word, so that a kill leaves the old value or the new one.
            WritePosition(_word);
            Write(PositionOffset, _word.Length);
        }
        else
        {
            WriteState(entry, SpillFrame.Removed);
        }
    }

    /// <summary>The file is dropped as a whole.</summary>
    public void MarkGone()
    {
        foreach (Entry entry in _entries)
        {
            entry.IsGone = true;
        }
    }

    /// <summary>Closes the file, which is opened again when it is needed.</summary>
    public void Dispose()
    {
        _stream?.Dispose();
        _stream = null;
    }

    private void WriteState(Entry entry, int state)
    {
        BinaryPrimitives.WriteInt32LittleEndian(_word, state);
        Write(entry.Offset + SpillFrame.StateOffset, sizeof(int));
    }

    private void Write(int offset, int count)
    {
        FileStream stream = _stream ??= Open(FilePath, FileMode.Open);
        stream.Position = offset;
        stream.Write(_word, 0, count);
        stream.Flush();
    }

    private static FileStream Open(string path, FileMode mode)
    {
        if (mode == FileMode.CreateNew)
        {
            return PrivateFiles.Create(path, FileShare.Read);
        }

        return (File.GetAttributes(path) & FileAttributes.ReparsePoint) == 0
            ? new FileStream(path, mode, FileAccess.ReadWrite, FileShare.Read, bufferSize: 1)
            : throw new IOException("it is a symbolic link");
    }

    private Entry Add(Entry entry)
    {
        _entries.Enqueue(entry);
        Frames++;
        Lines += entry.Lines;
        return entry;
    }

    private void Scan(int end, ref byte[] buffer)
    {
        FileStream stream = _stream!;
        byte[] header = new byte[HeaderSize];
        bool isWhole = SpillFrame.TryFill(stream, header, 0, HeaderSize);
        long signature = BinaryPrimitives.ReadInt64LittleEndian(header);
        IsOld = isWhole && signature == OldSignature;
        if (!IsOld && !IsBeginOf(Signature, header, Math.Min(end, sizeof(long))))
        {
            throw new IOException("this version of the package did not write it"); // perhaps a later one did
        }

        if (!isWhole)
        {
            return;
        }

        // A position that makes no sense is none: then pushes come twice rather than not at all.
        int position = BinaryPrimitives.ReadInt32LittleEndian(header.AsSpan(PositionOffset));
        int inverse = BinaryPrimitives.ReadInt32LittleEndian(header.AsSpan(PositionOffset + sizeof(int)));
        _position = position == ~inverse && position >= HeaderSize && position <= end ? position : HeaderSize;
        Length = _position;
        if (IsOld)
        {
            CountOld(stream, end);
            return;
        }

        while (true)
        {
            if (!SpillFrame.TryRead(stream, Length, end, ref buffer, out int size, out SpilledPush push))
            {
                if (size == 0 || !SpillFrame.IsFrameAt(stream, (long)Length + size, end))
                {
                    size = SpillFrame.FindNext(stream, Length, end, ref buffer) - Length;
                    if (size < 0 || !SpillFrame.TryFillAt(stream, Length, buffer))
                    {
                        return; // a kill in the middle of a write
                    }
                }

                DamagedBytes += size;
                DamagedLines += SpillFrame.IsRemoved(buffer) ? 0 : SpillFrame.LinesIn(buffer);
            }
            else if (!SpillFrame.IsRemoved(buffer))
            {
                Add(new Entry(PushFrame.TenantOf(push.Head.Span), SpillFrame.LinesLeft(buffer, push.Lines), this, Length, size));
            }

            Length += size;
        }
    }

    /// <summary>Whether a file begins as much as it is there; a kill may have cut it.</summary>
    private static bool IsBeginOf(long signature, byte[] header, int length)
    {
        byte[] expected = new byte[sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(expected, signature);
        return header.AsSpan(0, length).SequenceEqual(expected.AsSpan(0, length));
    }

    /// <summary>Counts the lines that an earlier version left: length, checksum, lines, length of the head.</summary>
    private void CountOld(FileStream stream, int end)
    {
        byte[] header = new byte[OldFrameHeaderSize];
        stream.Position = _position;
        while (stream.Position + OldFrameHeaderSize <= end && SpillFrame.TryFill(stream, header, 0, OldFrameHeaderSize))
        {
            long next = stream.Position - OldFrameHeaderSize + OldLinesOffset + BinaryPrimitives.ReadInt32LittleEndian(header);
            int lines = BinaryPrimitives.ReadInt32LittleEndian(header.AsSpan(OldLinesOffset));
            if (next < stream.Position || next > end || lines < 0)
            {
                return;
            }

            Lines += lines;
            stream.Position = next;
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
            IsSpoiled = true; // what is behind the last frame is found and reported when the file is opened again
        }
    }

    /// <summary>A push in a segment.</summary>
    internal sealed class Entry(string lane, int lines, SpillSegment segment, int offset, int size) : LaneEntry(lane, lines)
    {
        public SpillSegment Segment { get; } = segment;

        public int Offset { get; } = offset;

        /// <summary>Bytes of the frame.</summary>
        public int Size { get; } = size;
    }
}
