using Easy.Logger.Loki.Batching;
using static System.FormattableString;

namespace Easy.Logger.Loki.Spill;

/// <content>How pushes come out.</content>
internal sealed partial class SpillStore
{
    // A push that was peeked stays in its buffer, also when its segment is dropped meanwhile.
    private byte[] _bytes = [];
    private SpilledPush _peeked;
    private SpillEntry? _peekedEntry; // none when its segment was dropped
    private bool _isPeeked;
    private bool _isRepeatReported;

    /// <summary>Whether the peeked push is in no segment any more.</summary>
    private bool IsPeekedAlone_NeedsLock => _isPeeked && _peekedEntry is null;

    /// <summary>Reads the push that came first. It stays the first one until it is removed, even if room is made meanwhile.</summary>
    /// <param name="push">Valid until it is removed.</param>
    /// <returns>Whether there is one.</returns>
    public bool TryPeek(out SpilledPush push) => TryPeek(rankOf: null, out push);

    public bool TryPeek(Func<string, long?>? rankOf, out SpilledPush push)
    {
        bool isPeeked;
        using (Uninterrupted.Lock(_lock))
        {
            _isPeeked = !_isClosed && (_isPeeked || Peek_NeedsLock(rankOf));
            push = _isPeeked ? _peeked : default;
            isPeeked = _isPeeked;
        }

        Report();
        return isPeeked;
    }

    public bool PutBack(int lines)
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (_isClosed)
            {
                return true;
            }

            EndPeek_NeedsLock();
            SpillEntry? entry = _peekedEntry;
            _peekedEntry = null;
            TryNote_NeedsLock(entry?.Segment, segment => segment.Shorten(entry!, lines));
            return entry is not null;
        }
    }

    public void SetAside()
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (_peekedEntry is { } entry)
            {
                _index.SetAside(entry);
            }
        }
    }

    /// <summary>Goes past the peeked push, also for the next run.</summary>
    /// <exception cref="InvalidOperationException">None is peeked.</exception>
    public void Remove()
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (_isClosed)
            {
                return;
            }

            if (!_isPeeked)
            {
                throw new InvalidOperationException("No push is peeked.");
            }

            EndPeek_NeedsLock();
            if (_peekedEntry is { } entry)
            {
                _peekedEntry = null;
                Remove_NeedsLock(entry);
            }

            _isOverflowing &= !_folder.IsEmpty;
        }

        Report();
    }

    private void EndPeek_NeedsLock()
    {
        _isPeeked = false;
        _bytes = _bytes.Length > ByteBuffer.MaxKept ? [] : _bytes;
    }

    private bool Peek_NeedsLock(Func<string, long?>? rankOf)
    {
        while (_index.First(rankOf) is SpillEntry first)
        {
            SpillSegment segment = first.Segment;
            string cause = "it is damaged";
            try
            {
                if (segment.IsGone)
                {
                    cause = "somebody removed the file";
                }
                else if (segment.TryRead(first, ref _bytes, out _peeked))
                {
                    _peeked = _peeked with { Lines = first.Lines, Lane = first.Lane, Number = first.Number };
                    _peekedEntry = first;
                    return true;
                }
            }
            catch (Exception exception)
            {
                cause = exception.Message;
            }

            string what = Invariant($"{segment.Unread} byte(s) of '{segment.FilePath}' with {segment.Lines} line(s)");
            _unreported.Add($"{what} are dropped, because they cannot be read: {cause}");
            Drop_NeedsLock(segment);
        }

        return false;
    }

    private void Remove_NeedsLock(SpillEntry entry)
    {
        TryNote_NeedsLock(entry.Segment, segment => segment.Remove(entry));
        if (entry.Segment.Frames == 0)
        {
            Drop_NeedsLock(entry.Segment);
        }
    }

    private void TryNote_NeedsLock(SpillSegment? segment, Action<SpillSegment> note)
    {
        try
        {
            if (segment is not null)
            {
                note(segment);
            }
        }
        catch (Exception exception)
        {
            if (!_isRepeatReported)
            {
                _isRepeatReported = true;
                _unreported.Add(Invariant(
                    $"what was sent could not be noted in '{segment!.FilePath}', so a restart may repeat it: {exception.Message}"));
            }
        }
    }
}
