using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Lanes;
using static System.FormattableString;

namespace Easy.Logger.Loki.Spill;

/// <content>How pushes come in, and how room is made for them.</content>
internal sealed partial class SpillStore
{
    private SpillSegment? _tail; // the last segment, when this run began it
    private byte[] _frame = [];
    private long _refusedLines;
    private long _refusedBefore;
    private bool _isFailing;
    private bool _isOverflowing;
    private bool _isTooLargeReported;

    /// <summary>Lines that never came in: their push was larger than all may be, or could not be written.</summary>
    public long RefusedLines
    {
        get
        {
            using (Lock())
            {
                return _refusedLines;
            }
        }
    }

    /// <returns>Whether it is there now, also after a kill; otherwise it is counted in <see cref="RefusedLines" />.</returns>
    public override bool TryAppend(int lines, ReadOnlySpan<byte> head, ReadOnlySpan<byte> body)
    {
        int counted = lines >= 0 ? lines : throw new ArgumentOutOfRangeException(nameof(lines));
        bool isWritten;
        using (Lock())
        {
            isWritten = !IsClosed && Append_NeedsLock(lines, head, body);
            _refusedLines += isWritten ? 0 : counted;
        }

        Report();
        return isWritten;
    }

    /// <summary>Drops what was in files that somebody removed. A folder that was moved may come back.</summary>
    public void DropMissing()
    {
        using (Lock())
        {
            if (!IsClosed && (_claim.IsGone || Directory.Exists(_folder.Path)))
            {
                Drop_NeedsLock(_folder.Missing);
            }
        }

        Report();
    }

    private bool Append_NeedsLock(int lines, ReadOnlySpan<byte> head, ReadOnlySpan<byte> body)
    {
        long size = SpillFrame.SizeOf(head, body);
        if (size > SpillFrame.LargestSize || size + SpillSegment.HeaderSize > _folder.MaxBytes)
        {
            if (!_isTooLargeReported)
            {
                _unreported.Add(Invariant($"a push of {size} bytes is more than '{_folder.Path}' may hold ({_folder.MaxBytes} bytes) ")
                    + "and is refused, as others like it will be");
                _isTooLargeReported = true;
            }

            return false;
        }

        try
        {
            Write_NeedsLock(lines, head, body, (int)size);
        }
        catch (Exception exception)
        {
            if (!_isFailing)
            {
                _isFailing = true;
                _refusedBefore = _refusedLines;
                _unreported.Add($"a push could not be written to '{_folder.Path}': {exception.Message.TrimEnd('.')}; "
                    + "that it works again will be reported, too");
            }

            return false;
        }

        if (_isFailing)
        {
            _isFailing = false;
            _unreported.Add(
                Invariant($"pushes are written to '{_folder.Path}' again after {_refusedLines - _refusedBefore} line(s) were refused"));
        }

        return true;
    }

    private void Write_NeedsLock(int lines, ReadOnlySpan<byte> head, ReadOnlySpan<byte> body, int size)
    {
        Replace_NeedsLock();
        if (_tail is not null && (_tail.IsSpoiled || (long)_tail.Length + size > _segmentBytes))
        {
            _tail.Dispose();
            _tail = null;
        }

        if (!MakeRoom_NeedsLock(size + SpillSegment.HeaderSize))
        {
            throw new IOException("what is not needed any more cannot be deleted");
        }

        int room = SpillSegment.HeaderSize + size;
        if (_frame.Length < room)
        {
            _frame = new byte[room];
        }

        SpillFrame.Write(_frame, SpillSegment.HeaderSize, lines, head, body);
        string lane = PushFrame.TenantOf(head);
        SpillSegment.Entry entry;
        if (_tail is null)
        {
            _tail = _folder.Begin(_frame, size, lines, lane, out entry);
        }
        else
        {
            entry = _tail.Append(_frame, size, lines, lane);
        }

        Index.Add(entry);
        _frame = _frame.Length > ByteBuffer.MaxKept ? [] : _frame;
    }

    /// <summary>Makes the folder anew when somebody removed it, and drops what was in files that are gone.</summary>
    /// <exception cref="Exception">It cannot be made, or somebody else has it.</exception>
    private void Replace_NeedsLock()
    {
        IReadOnlyList<SpillSegment> missing = _tail is { IsGone: true } tail ? [tail] : [];
        if (_claim.IsGone)
        {
            PrivateFiles.CreateFolder(_folder.Path);
            SpillClaim claim = SpillClaim.Take(_folder.Path, _owner);
            _claim.Dispose();
            _claim = claim;
            missing = _folder.Missing;
            _unreported.Add($"somebody removed files from '{_folder.Path}' while it was in use");
        }

        Drop_NeedsLock(missing);
    }

    private void Drop_NeedsLock(IEnumerable<SpillSegment> missing)
    {
        foreach (SpillSegment segment in missing)
        {
            _unreported.Add(Invariant($"'{segment.FilePath}' was removed by somebody: {segment.Lines} line(s) are dropped"));
            Drop_NeedsLock(segment);
        }
    }

    private bool MakeRoom_NeedsLock(long size)
    {
        _folder.RetryDeletes();
        while (_folder.Bytes + size > _folder.MaxBytes)
        {
            if (_folder.First is not { } first)
            {
                return false;
            }

            if (!_isOverflowing)
            {
                _isOverflowing = true;
                _unreported.Add(Invariant(
                    $"'{_folder.Path}' has reached the {_folder.MaxBytes} bytes it may hold: the oldest pushes are dropped to make room"));
            }

            Drop_NeedsLock(first);
        }

        return true;
    }
}
