namespace Easy.Logger.Journaling;

/// <summary>
/// The journal of one queue: which record belongs to which waiting event, and from where on records are still needed. Not thread-safe: the queue's lock
/// guards it.
/// </summary>
/// <remarks>
/// Batches leave from the old end, so releasing one is moving the release point: one word, and none of its records is touched. Only what leaves out of
/// turn, because it is evicted or was moved, is marked in its place.
/// </remarks>
internal sealed class CrashJournal
{
    private readonly JournalRing _ring;
    private readonly JournalIndex _index = new();
    private long _nextNumber;
    private long _live; // bytes of the records in the index
    private int _moved; // entries in the index that are
    private long _keptFrom = long.MaxValue;

    private CrashJournal(JournalRing ring) => _ring = ring;

    /// <summary>The most bytes one record may take.</summary>
    public int LargestRecord => _ring.LargestRecord;

    /// <summary>Opens a journal and reads what an earlier run left in it.</summary>
    /// <param name="file">The file, which is closed with the journal.</param>
    /// <param name="recovery">What was found.</param>
    /// <exception cref="InvalidDataException">The header makes no sense.</exception>
    public static CrashJournal Open(JournalFile file, out JournalRecovery recovery)
    {
        JournalScan scan = JournalScan.Of(file);
        JournalRing ring = new(file, scan.Tail);
        if (scan.Records.Count == 0)
        {
            ring.Restart();
        }

        recovery = new JournalRecovery(file.Path, scan.Records, scan.Torn);
        return new CrashJournal(ring) { _nextNumber = scan.Records.LastOrDefault()?.Number + 1 ?? 0 };
    }

    public bool HasRoomFor(JournalRecord record) => _ring.HasRoomFor(record.Size);

    /// <summary>Makes sure that the next <see cref="Append" /> does not fail for lack of memory.</summary>
    public void Prepare() => _index.Prepare();

    /// <summary>Writes the record of an event that is behind all others. Only valid when there is room, after <see cref="Prepare" />.</summary>
    public void Append(long sequence, JournalRecord record)
    {
        long position = _ring.Append(record, _nextNumber++);
        _index.Add(new JournalEntry(sequence, position, record.Size, isMoved: false));
        _live += record.Size;
    }

    /// <summary>Takes over the record of a recovered event, which gets a place in the queue again.</summary>
    public void Adopt(long sequence, RecoveredRecord record)
    {
        // Numbers rise but positions need not: what the earlier run moved counts as moved, and so does what comes before it.
        _index.Prepare();
        _index.Add(new JournalEntry(sequence, record.Position, record.Size, isMoved: true));
        _live += record.Size;
        _moved++;
    }

    /// <summary>Marks the record of an event that was given up.</summary>
    public void Forget(long sequence)
    {
        int at = _index.Find(sequence);
        if (at < 0 || _index[at].IsDead)
        {
            return; // it was never written down
        }

        ref JournalEntry entry = ref _index[at];
        _ring.MarkDead(entry.Position);
        _live -= entry.Size;
        _moved -= entry.IsMoved ? 1 : 0;
        entry.Size = 0;
    }

    /// <summary>Gives up the records of all events before one.</summary>
    public void Release(long sequence)
    {
        long end = Math.Min(sequence, _keptFrom);
        while (_index.Count > 0 && (_index[0].IsDead || _index[0].Sequence < end))
        {
            JournalEntry entry = _index.RemoveFirst();
            _live -= entry.Size;
            if (entry is { IsDead: false, IsMoved: true })
            {
                _moved--;
                _ring.MarkDead(entry.Position);
            }
        }

        _ring.ReleaseTo(OldestPosition());
    }

    /// <summary>Keeps the records from an event on whatever is released: what is not forwarded now is left for the next run.</summary>
    public void KeepFrom(long sequence) => _keptFrom = Math.Min(_keptFrom, sequence);

    /// <summary>Follows the queue when it numbers its events anew.</summary>
    /// <param name="before">The old numbers of all waiting events.</param>
    /// <param name="first">The new number of the first of them.</param>
    public void Renumber(IReadOnlyList<long> before, long first)
    {
        // New numbers are higher than any old one. From the last to the first the entries are in order at every step.
        _index.RemoveDead();
        for (int i = before.Count - 1; i >= 0; i--)
        {
            int at = _index.Find(before[i]);
            if (at >= 0)
            {
                _index[at].Sequence = first + i;
            }
        }
    }

    /// <summary>
    /// Makes room in a full ring where records of evicted events lie between others: these are written once more, in front. Not for less than a sixteenth of
    /// the ring, so that a byte won costs at most fifteen.
    /// </summary>
    /// <returns>Whether there is room now.</returns>
    public bool Compact(JournalRecord record)
    {
        _ring.ReleaseTo(OldestPosition());
        if (!_ring.HasRoomFor(record.Size) && _ring.Used - _live >= _ring.LargestRecord)
        {
            MoveOldest(record.Size);
        }

        return _ring.HasRoomFor(record.Size);
    }

    /// <summary>Closes the file, with what is in it. Nobody may use the journal any more.</summary>
    public void Close() => _ring.Close();

    private void MoveOldest(int size)
    {
        _index.RemoveDead();
        int[] order = [.. Enumerable.Range(0, _index.Count).OrderBy(at => _index[at].Position)];
        long wanted = _ring.Used - _ring.LargestRecord;
        for (int i = 0; i < order.Length && (_ring.Used > wanted || !_ring.HasRoomFor(size)); i++)
        {
            ref JournalEntry entry = ref _index[order[i]];
            if (_ring.Move(entry.Position, entry.Size) is not { } position)
            {
                return;
            }

            entry.Position = position;
            _moved += entry.IsMoved ? 0 : 1;
            entry.IsMoved = true;
            _ring.ReleaseTo(i + 1 < order.Length ? _index[order[i + 1]].Position : _index[order[0]].Position);
        }
    }

    /// <summary>Where the first record is that is still needed.</summary>
    private long OldestPosition()
    {
        if (_moved == 0)
        {
            return FirstPosition();
        }

        long oldest = _ring.Tail;
        for (int at = 0; at < _index.Count; at++)
        {
            if (!_index[at].IsDead)
            {
                oldest = Math.Min(oldest, _index[at].Position);
            }
        }

        return oldest;
    }

    private long FirstPosition()
    {
        for (int at = 0; at < _index.Count; at++)
        {
            if (!_index[at].IsDead)
            {
                return _index[at].Position;
            }
        }

        return _ring.Tail;
    }
}
