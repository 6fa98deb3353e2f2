using Easy.Logger.Loki.Spill;

namespace Easy.Logger.Loki.Lanes;

/// <summary>A bounded store in memory. Thread-safe.</summary>
/// <param name="laneOf">Reads the lane of a push.</param>
internal sealed class MemoryStore(LaneOf laneOf) : IPushStore
{
    /// <summary>The most bytes of all lanes together.</summary>
    public const int MaxBytes = 16 * 1024 * 1024;

    /// <summary>The most bytes of one lane.</summary>
    public const int MaxLaneBytes = MaxBytes / 4;

    private readonly object _lock = new();
    private readonly LaneIndex _index = new();
    private readonly Dictionary<string, long> _bytes = new(StringComparer.Ordinal); // by the lane that a push came to
    private long _total;
    private long _lines;
    private MemoryEntry? _peeked;
    private bool _isClosed;

    public long Bytes
    {
        get
        {
            using (Uninterrupted.Lock(_lock))
            {
                return _total;
            }
        }
    }

    public long Lines
    {
        get
        {
            using (Uninterrupted.Lock(_lock))
            {
                return _lines;
            }
        }
    }

    public long DroppedLines => 0;

    public bool IsEmpty => Lines == 0;

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

    public bool TryAppend(int lines, ReadOnlySpan<byte> head, ReadOnlySpan<byte> body)
    {
        string lane = laneOf(head);
        using (Uninterrupted.Lock(_lock))
        {
            _bytes.TryGetValue(lane, out long before);
            int size = head.Length + body.Length;
            if (_isClosed || _total + size > MaxBytes || (before > 0 && before + size > MaxLaneBytes))
            {
                return false;
            }

            _index.Add(new MemoryEntry(lane, lines, head.ToArray(), body.ToArray()));
            _bytes[lane] = before + size;
            _total += size;
            _lines += lines;
            return true;
        }
    }

    public bool TryPeek(Func<string, long?>? rankOf, out SpilledPush push)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _peeked = _isClosed ? null : (MemoryEntry?)_index.First(rankOf);
            push = _peeked is { } entry ? new SpilledPush(entry.Lines, entry.Head, entry.Body, entry.Lane, entry.Number) : default;
            return _peeked is not null;
        }
    }

    public void Remove()
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (_peeked is not { } entry)
            {
                return;
            }

            _peeked = null;
            entry.IsGone = true;
            Forget_NeedsLock(entry);
        }
    }

    public bool PutBack(int lines)
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (_peeked is { } entry)
            {
                _lines -= entry.Lines - lines;
                entry.Lines = lines;
                _peeked = null;
            }

            return true;
        }
    }

    public void SetAside()
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (_peeked is { } entry)
            {
                _index.SetAside(entry);
            }
        }
    }

    /// <summary>Stores nothing any more; what is stored can be taken out until it is empty.</summary>
    public void Dispose()
    {
        using (Uninterrupted.Lock(_lock))
        {
            _isClosed = true;
        }
    }

    /// <summary>Closes the store and takes all pushes out, in their order, but for one that is peeked: it may just be delivered.</summary>
    /// <param name="isIdle">Whether none is being sent, so that one that is peeked is taken out, too.</param>
    public IReadOnlyList<SpilledPush> TakeAll(bool isIdle = false)
    {
        List<SpilledPush> all = [];
        using (Uninterrupted.Lock(_lock))
        {
            _isClosed = true;
            MemoryEntry? peeked = isIdle ? null : _peeked;
            while (_index.First(rankOf: null) is MemoryEntry entry)
            {
                entry.IsGone = true;
                if (!ReferenceEquals(entry, peeked))
                {
                    all.Add(new SpilledPush(entry.Lines, entry.Head, entry.Body, entry.Lane, entry.Number));
                    Forget_NeedsLock(entry);
                }
            }
        }

        return all;
    }

    private void Forget_NeedsLock(MemoryEntry entry)
    {
        string lane = laneOf(entry.Head);
        int size = entry.Head.Length + entry.Body.Length;
        _total -= size;
        _lines -= entry.Lines;
        _bytes[lane] -= size;
        if (_bytes[lane] == 0)
        {
            _bytes.Remove(lane);
        }
    }

    private sealed class MemoryEntry(string lane, int lines, byte[] head, byte[] body) : LaneEntry(lane, lines)
    {
        public byte[] Head { get; } = head;

        public byte[] Body { get; } = body;
    }
}
