namespace Easy.Logger.Loki.Lanes;

/// <summary>A bounded store in memory.</summary>
internal sealed class MemoryStore : PushStore
{
    /// <summary>The most bytes of all lanes together, unless a single push has more.</summary>
    public const int MaxBytes = 16 * 1024 * 1024;

    /// <summary>The most bytes of one lane.</summary>
    public const int MaxLaneBytes = MaxBytes / 4;

    private readonly Dictionary<string, long> _bytes = new(StringComparer.Ordinal); // by the lane that a push came to
    private long _total;
    private long _lines;
    private Entry? _peeked;

    protected override long Bytes_NeedsLock => _total;

    protected override long Lines_NeedsLock => _lines;

    protected override long DroppedLines_NeedsLock => 0;

    protected override bool IsEmpty_NeedsLock => _lines == 0;

    protected override LaneEntry? Peeked_NeedsLock => _peeked;

    public override bool TryAppend(int lines, ReadOnlySpan<byte> head, ReadOnlySpan<byte> body)
    {
        string lane = PushFrame.TenantOf(head);
        using (Lock())
        {
            _bytes.TryGetValue(lane, out long before);
            int size = head.Length + body.Length;
            if (IsClosed || (_total > 0 && _total + size > MaxBytes) || (before > 0 && before + size > MaxLaneBytes))
            {
                return false;
            }

            Index.Add(new Entry(lane, lines, head.ToArray(), body.ToArray()));
            _bytes[lane] = before + size;
            _total += size;
            _lines += lines;
            return true;
        }
    }

    public override bool TryPeek(Func<string, long?>? rankOf, out SpilledPush push)
    {
        using (Lock())
        {
            _peeked = IsClosed ? null : (Entry?)Index.First(rankOf);
            push = _peeked is { } entry ? entry.ToPush() : default;
            return _peeked is not null;
        }
    }

    public override void Remove()
    {
        using (Lock())
        {
            if (_peeked is { } entry)
            {
                _peeked = null;
                entry.IsGone = true;
                Forget_NeedsLock(entry);
            }
        }
    }

    public override bool PutBack(int lines)
    {
        using (Lock())
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

    /// <summary>Stores nothing any more; what is stored can be taken out until it is empty.</summary>
    public override void Dispose()
    {
        using (Lock())
        {
            IsClosed = true;
        }
    }

    /// <summary>Closes the store and takes all pushes out, in their order, but for one that is peeked: it may just be delivered.</summary>
    /// <param name="isIdle">Whether none is being sent, so that one that is peeked is taken out, too.</param>
    public IReadOnlyList<SpilledPush> TakeAll(bool isIdle = false)
    {
        List<SpilledPush> all = [];
        using (Lock())
        {
            IsClosed = true;
            Entry? peeked = isIdle ? null : _peeked;
            while (Index.First(rankOf: null) is Entry entry)
            {
                entry.IsGone = true;
                if (!ReferenceEquals(entry, peeked))
                {
                    all.Add(entry.ToPush());
                    Forget_NeedsLock(entry);
                }
            }
        }

        return all;
    }

    private void Forget_NeedsLock(Entry entry)
    {
        string lane = PushFrame.TenantOf(entry.Head);
        int size = entry.Head.Length + entry.Body.Length;
        _total -= size;
        _lines -= entry.Lines;
        _bytes[lane] -= size;
        if (_bytes[lane] == 0)
        {
            _bytes.Remove(lane);
        }
    }

    private sealed class Entry(string lane, int lines, byte[] head, byte[] body) : LaneEntry(lane, lines)
    {
        public byte[] Head => head;

        public byte[] Body => body;

        public SpilledPush ToPush() => new(Lines, head, body, Lane, Number);
    }
}
