using Easy.Logger.Loki.Lanes;

namespace Easy.Logger.Loki.Spill;

/// <summary>
/// Pushes in the files of a folder, in each lane first in, first out, for as long as the server is away. They survive the process, killed
/// or not, but nothing is
/// forced to the disk: a loss of power may take the latest ones.
/// </summary>
/// <remarks>
/// <para>
/// What came in is removed, or dropped, or still there. Segments, files of a bounded size, are dropped as a whole, the oldest first, when
/// there would be more bytes than there may be; pushes that are refused never came in. The next run begins with the first push that this
/// one has not removed. Only after a loss of power, or when the disk refused to note it, pushes of one segment come twice.
/// </para>
/// <para>
/// Thread-safe. One thread at a time peeks and removes, another one may append meanwhile. Everything is done under one lock, which is held
/// for at most one push being read or written; reports are made outside of it.
/// </para>
/// </remarks>
internal sealed partial class SpillStore : IPushStore
{
    /// <summary>So many segments fill the folder at least, so that the oldest is a small part of what is there.</summary>
    private const int FewestSegments = 8;

    private readonly object _lock = new();
    private readonly string _owner;
    private readonly SpillFolder _folder;
    private readonly int _segmentBytes;
    private readonly Action<string> _report;
    private readonly List<string> _unreported = [];
    private readonly LaneOf _laneOf;
    private readonly LaneIndex _index = new();
    private SpillClaim _claim;
    private bool _isClosed;

    private SpillStore(SpillClaim claim, string owner, SpillFolder folder, int segmentBytes, LaneOf laneOf, Action<string> report)
    {
        _laneOf = laneOf;
        _claim = claim;
        _owner = owner;
        _folder = folder;
        _segmentBytes = segmentBytes;
        _report = report;
    }

    /// <summary>Bytes on the disk, but for two small files that name the owner of the folder.</summary>
    public long Bytes
    {
        get
        {
            using (Uninterrupted.Lock(_lock))
            {
                return _folder.Bytes;
            }
        }
    }

    /// <summary>Lines that wait, those of the peeked push among them.</summary>
    public long Lines
    {
        get
        {
            using (Uninterrupted.Lock(_lock))
            {
                return _folder.Lines + (IsPeekedAlone_NeedsLock ? _peeked.Lines : 0);
            }
        }
    }

    /// <summary>
    /// Lines that came in, in this run or before it, and were dropped in this one: the oldest when there was no room, and what cannot be
    /// read.
    /// </summary>
    public long DroppedLines
    {
        get
        {
            using (Uninterrupted.Lock(_lock))
            {
                return _folder.DroppedLines;
            }
        }
    }

    /// <summary>Whether no push waits.</summary>
    public bool IsEmpty
    {
        get
        {
            using (Uninterrupted.Lock(_lock))
            {
                return _folder.IsEmpty && !IsPeekedAlone_NeedsLock;
            }
        }
    }

    public bool Has(string lane)
    {
        using (Uninterrupted.Lock(_lock))
        {
            return _index.Has(lane);
        }
    }

    public bool HasSeveral(string lane)
    {
        using (Uninterrupted.Lock(_lock))
        {
            return _index.HasSeveral(lane);
        }
    }

    /// <summary>Claims a folder, makes it when it is not there, and reads what an earlier run left in it.</summary>
    /// <param name="folder">The folder; nothing else should be in it.</param>
    /// <param name="owner">Who wants it, as whoever comes later reads: <c>appender 'x' of process 1</c>.</param>
    /// <param name="maxBytes">How many bytes the pushes may take on the disk.</param>
    /// <param name="segmentBytes">When a new segment is begun; an eighth of <paramref name="maxBytes" /> when that is less.</param>
    /// <param name="report">Gets what an operator should know, in sentences, on the calling thread; an episode of failures is reported
    /// once.</param>
    /// <param name="laneOf">Reads the lane of a push; one lane for all by default.</param>
    /// <exception cref="FolderInUseException">
    /// Somebody else has the folder, as the message says with the name. One may try again: an owner lets go of it with
    /// <see cref="Dispose" />.
    /// </exception>
    /// <exception cref="IOException">It cannot be used.</exception>
    /// <exception cref="UnauthorizedAccessException">It cannot be used.</exception>
    public static SpillStore Open(
        string folder, string owner, long maxBytes, int segmentBytes, Action<string> report, LaneOf? laneOf = null)
    {
        PrivateFiles.CreateFolder(folder);
        SpillClaim claim = SpillClaim.Take(folder, owner);
        try
        {
            SpillStore store = new(
                claim,
                owner,
                new SpillFolder(folder, maxBytes),
                (int)Math.Min(segmentBytes, maxBytes / FewestSegments),
                laneOf ?? (static _ => string.Empty),
                report);
            using (Uninterrupted.Lock(store._lock))
            {
                store._folder.Read(store._laneOf, store._unreported);
                foreach (SpillEntry entry in store._folder.Entries)
                {
                    store._index.Add(entry);
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

    /// <summary>Closes the files, with what is in them, and lets go of the folder. Nothing can be appended or read any more.</summary>
    public void Dispose()
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (IsPeekedAlone_NeedsLock)
            {
                _folder.CountDropped(_peeked.Lines);
            }

            _isPeeked = false;
            _isClosed = true;
            _tail?.Dispose();
            _folder.Dispose();
            _claim.Dispose();
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
        using (Uninterrupted.Lock(_lock))
        {
            messages = _unreported.Count == 0 ? [] : [.. _unreported];
            _unreported.Clear();
        }

        Array.ForEach(messages, _report);
    }
}
