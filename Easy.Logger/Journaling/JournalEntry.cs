namespace Easy.Logger.Journaling;

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
