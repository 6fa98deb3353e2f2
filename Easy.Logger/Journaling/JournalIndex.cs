
namespace Easy.Logger.Journaling;

/// <summary>The records of the waiting events, in the order of the queue. A ring that grows with what waits. Not thread-safe.</summary>
internal sealed class JournalIndex
{
    private const int SmallestRing = 256;

    private JournalEntry[] _entries = new JournalEntry[SmallestRing];
    private int _first;

    public int Count { get; private set; }

    /// <param name="at">0 for the oldest.</param>
    public ref JournalEntry this[int at] => ref _entries[(_first + at) & (_entries.Length - 1)];

    /// <summary>Makes sure that the next <see cref="Add" /> needs no memory.</summary>
    public void Prepare()
    {
        if (Count < _entries.Length)
        {
            return;
        }

        // While a batch is with a child that does not return, everything behind it may be evicted over and over again.
        RemoveDead();
        if (Count > _entries.Length / 2)
        {
            JournalEntry[] larger = new JournalEntry[_entries.Length * 2];
            for (int at = 0; at < Count; at++)
            {
                larger[at] = this[at];
            }

            _entries = larger;
            _first = 0;
        }
    }

    /// <summary>Adds an entry behind all others. Only valid after <see cref="Prepare" />.</summary>
    public void Add(JournalEntry entry) => this[Count++] = entry;

    public JournalEntry RemoveFirst()
    {
        JournalEntry first = this[0];
        _first = (_first + 1) & (_entries.Length - 1);
        Count--;
        return first;
    }

    public void RemoveDead()
    {
        int kept = 0;
        for (int at = 0; at < Count; at++)
        {
            if (!this[at].IsDead)
            {
                this[kept++] = this[at];
            }
        }

        Count = kept;
    }

    /// <returns>Where the entry of an event is; negative when it has none.</returns>
    public int Find(long sequence)
    {
        int low = 0;
        int high = Count - 1;
        while (low <= high)
        {
            int middle = (low + high) / 2;
            long found = this[middle].Sequence;
            if (found == sequence)
            {
                return middle;
            }

            if (found < sequence)
            {
                low = middle + 1;
            }
            else
            {
                high = middle - 1;
            }
        }

        return -1;
    }
}

/// <summary>Where the record of one waiting event is.</summary>
internal struct JournalEntry(long sequence, long position, int size, bool isMoved)
{
    /// <summary>The event's number in the queue.</summary>
    public long Sequence { get; set; } = sequence;

    public long Position { get; set; } = position;

    /// <summary>Bytes that the record takes; 0 once the event was given up.</summary>
    public int Size { get; set; } = size;

    /// <summary>Whether it may be behind records of later events.</summary>
    public bool IsMoved { get; set; } = isMoved;

    public readonly bool IsDead => Size == 0;
}
