using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Lanes;
using static System.FormattableString;

namespace Easy.Logger.Loki.Spill;

/// <summary>
/// Pushes in the files of a folder, in each lane first in, first out, for as long as the server is away. They survive the process, killed
/// or not, but nothing is forced to the disk: a loss of power may take the latest ones.
/// </summary>
/// <remarks>
/// <para>
/// What came in is removed, or dropped, or still there. Segments, files of a bounded size, are dropped as a whole, the oldest first, when
/// there would be more bytes than there may be; pushes that are refused never came in. The next run begins with the first push that this
/// one has not removed. Only after a loss of power, or when the disk refused to note it, pushes of one segment come twice.
/// </para>
/// <para>
/// Everything is done under one lock, which is held for at most one push being read or written; reports are made outside of it.
/// </para>
/// </remarks>
internal sealed partial class SpillStore : PushStore
{
    /// <summary>So many segments fill the folder at least, so that the oldest is a small part of what is there.</summary>
    private const int FewestSegments = 8;

    private readonly string _owner;
    private readonly SpillFolder _folder;
    private readonly int _segmentBytes;
    private readonly Action<string> _report;
    private readonly List<string> _unreported = [];
    private SpillClaim _claim;

    // A push that was peeked stays in its buffer, also when its segment is dropped meanwhile.
    private byte[] _bytes = [];
    private SpilledPush _peeked;
    private SpillSegment.Entry? _peekedEntry; // none when its segment was dropped
    private bool _isPeeked;
    private bool _isRepeatReported;

    private SpillStore(SpillClaim claim, string owner, SpillFolder folder, int segmentBytes, Action<string> report)
    {
        _claim = claim;
        _owner = owner;
        _folder = folder;
        _segmentBytes = segmentBytes;
        _report = report;
    }

    /// <summary>Bytes on the disk, but for two small files that name the owner of the folder.</summary>
    protected override long Bytes_NeedsLock => _folder.Bytes;

    protected override long Lines_NeedsLock => _folder.Lines + (IsPeekedAlone_NeedsLock ? _peeked.Lines : 0);

    /// <summary>In this run, whichever one they came in: the oldest when there was no room, and what cannot be read.</summary>
    protected override long DroppedLines_NeedsLock => _folder.DroppedLines;

    protected override bool IsEmpty_NeedsLock => _folder.IsEmpty && !IsPeekedAlone_NeedsLock;

    protected override LaneEntry? Peeked_NeedsLock => _peekedEntry;

    /// <summary>Whether the peeked push is in no segment any more.</summary>
    private bool IsPeekedAlone_NeedsLock => _isPeeked && _peekedEntry is null;

    /// <summary>Claims a folder, makes it when it is not there, and reads what an earlier run left in it.</summary>
    /// <param name="folder">The folder; nothing else should be in it.</param>
    /// <param name="owner">Who wants it, as whoever comes later reads: <c>appender 'x' of process 1</c>.</param>
    /// <param name="maxBytes">How many bytes the pushes may take on the disk.</param>
    /// <param name="segmentBytes">When a new segment is begun; an eighth of <paramref name="maxBytes" /> when that is less.</param>
    /// <param name="report">Gets what an operator should know, in sentences, on the calling thread; an episode of failures is reported
    /// once.</param>
    /// <exception cref="FolderInUseException">
    /// Somebody else has the folder, as the message says with the name. One may try again: an owner releases it with
    /// <see cref="Dispose" />.
    /// </exception>
    /// <exception cref="IOException">It cannot be used.</exception>
    /// <exception cref="UnauthorizedAccessException">It cannot be used.</exception>
    public static SpillStore Open(string folder, string owner, long maxBytes, int segmentBytes, Action<string> report)
    {
        PrivateFiles.CreateFolder(folder);
        SpillClaim claim = SpillClaim.Take(folder, owner);
        try
        {
            SpillStore store = new(
                claim, owner, new SpillFolder(folder, maxBytes), (int)Math.Min(segmentBytes, maxBytes / FewestSegments), report);
            using (store.Lock())
            {
                store._folder.Read(store._unreported);
                foreach (SpillSegment.Entry entry in store._folder.Entries)
                {
                    store.Index.Add(entry);
                }

                store.MakeRoom_NeedsLock(0);
            }

            store.Report();
            return store;
        }
        catch (Exception)
        {
            claim.Dispose();
            throw;
        }
    }

    /// <summary>Reads the push that came first. It stays the first one until it is removed, even if room is made meanwhile.</summary>
    public bool TryPeek(out SpilledPush push) => TryPeek(rankOf: null, out push);

    public override bool TryPeek(Func<string, long?>? rankOf, out SpilledPush push)
    {
        bool isPeeked;
        using (Lock())
        {
            isPeeked = _isPeeked = !IsClosed && (_isPeeked || Peek_NeedsLock(rankOf));
            push = isPeeked ? _peeked : default;
        }

        Report();
        return isPeeked;
    }

    public override bool PutBack(int lines)
    {
        using (Lock())
        {
            if (IsClosed)
            {
                return true;
            }

            SpillSegment.Entry? entry = EndPeek_NeedsLock();
            TryNote_NeedsLock(entry?.Segment, segment => segment.Shorten(entry!, lines));
            return entry is not null;
        }
    }

    /// <summary>Goes past the peeked push, also for the next run.</summary>
    /// <exception cref="InvalidOperationException">None is peeked.</exception>
    public override void Remove()
    {
        using (Lock())
        {
            if (IsClosed)
            {
                return;
            }

            if (!_isPeeked)
            {
                throw new InvalidOperationException("No push is peeked.");
            }

            if (EndPeek_NeedsLock() is { } entry)
            {
                TryNote_NeedsLock(entry.Segment, segment => segment.Remove(entry));
                if (entry.Segment.Frames == 0)
                {
                    Drop_NeedsLock(entry.Segment);
                }
            }

            _isOverflowing &= !_folder.IsEmpty;
        }

        Report();
    }

    /// <summary>Closes the files, with what is in them, and releases the folder. Nothing can be appended or read any more.</summary>
    public override void Dispose()
    {
        using (Lock())
        {
            if (IsPeekedAlone_NeedsLock)
            {
                _folder.CountDropped(_peeked.Lines);
            }

            _isPeeked = false;
            IsClosed = true;
            _tail?.Dispose();
            _folder.Dispose();
            _claim.Dispose();
        }
    }

    private SpillSegment.Entry? EndPeek_NeedsLock()
    {
        SpillSegment.Entry? entry = _peekedEntry;
        _isPeeked = false;
        _peekedEntry = null;
        _bytes = _bytes.Length > ByteBuffer.MaxKept ? [] : _bytes;
        return entry;
    }

    private bool Peek_NeedsLock(Func<string, long?>? rankOf)
    {
        while (Index.First(rankOf) is SpillSegment.Entry first)
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

    private void Drop_NeedsLock(SpillSegment segment)
    {
        int spared = 0;
        if (_peekedEntry?.Segment == segment)
        {
            _peekedEntry = null;
            spared = _peeked.Lines;
        }

        _tail = _tail == segment ? null : _tail;
        _folder.Drop(segment, spared);
    }

    private void Report()
    {
        string[] messages;
        using (Lock())
        {
            messages = _unreported.Count == 0 ? [] : [.. _unreported];
            _unreported.Clear();
        }

        Array.ForEach(messages, _report);
    }
}
