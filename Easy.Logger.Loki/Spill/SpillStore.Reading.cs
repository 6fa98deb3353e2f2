using static System.FormattableString;

namespace Easy.Logger.Loki.Spill;

/// <content>How pushes come out.</content>
internal sealed partial class SpillStore
{
    // A push that was peeked stays in its buffer, also when its segment is dropped meanwhile.
    private byte[] _bytes = [];
    private SpilledPush _peeked;
    private SpillSegment? _peekedIn;
    private bool _isPeeked;
    private bool _isRepeatTold;

    /// <summary>Whether the peeked push is in no segment any more.</summary>
    private bool IsPeekedAlone_NeedsLock => _isPeeked && _peekedIn is null;

    /// <summary>Reads the first push. It stays the first one until it is removed, even if room is made meanwhile.</summary>
    /// <param name="push">Valid until it is removed.</param>
    /// <returns>Whether there is one.</returns>
    public bool TryPeek(out SpilledPush push)
    {
        bool isPeeked;
        lock (_lock)
        {
            _isPeeked = !_isClosed && (_isPeeked || Peek_NeedsLock());
            push = _isPeeked ? _peeked : default;
            isPeeked = _isPeeked;
        }

        Tell();
        return isPeeked;
    }

    /// <summary>Goes past the peeked push, also for the next run.</summary>
    /// <exception cref="InvalidOperationException">None is peeked.</exception>
    public void Remove()
    {
        lock (_lock)
        {
            if (_isClosed)
            {
                return;
            }

            if (!_isPeeked)
            {
                throw new InvalidOperationException("No push is peeked.");
            }

            _isPeeked = false;
            if (_peekedIn is { } segment)
            {
                _peekedIn = null;
                Remove_NeedsLock(segment);
            }

            _isOverflowing &= !_folder.IsEmpty;
        }

        Tell();
    }

    private bool Peek_NeedsLock()
    {
        while (_folder.First is { } first)
        {
            string cause = "it is damaged";
            try
            {
                if (first.TryRead(ref _bytes, out _peeked))
                {
                    _peekedIn = first;
                    return true;
                }
            }
            catch (Exception exception)
            {
                cause = exception.Message;
            }

            _untold.Add(Invariant($"{first.Unread} byte(s) of '{first.FilePath}' with {first.Lines} line(s) are given up, because they cannot be read: {cause}"));
            Drop_NeedsLock(first);
        }

        return false;
    }

    private void Remove_NeedsLock(SpillSegment segment)
    {
        try
        {
            segment.Remove(_peeked);
        }
        catch (Exception exception)
        {
            if (!_isRepeatTold)
            {
                _isRepeatTold = true;
                _untold.Add(Invariant($"what was sent could not be noted in '{segment.FilePath}', so a restart may repeat it: {exception.Message}"));
            }
        }

        if (segment.Frames == 0)
        {
            Drop_NeedsLock(segment);
        }
    }
}
