namespace Easy.Logger.Journaling;

/// <summary>What an earlier run left in a journal.</summary>
internal sealed class JournalRecovery(string path, IReadOnlyCollection<RecoveredRecord> records, int torn)
{
    private IReadOnlyCollection<RecoveredRecord> _records = records;

    public string Path { get; } = path;

    /// <summary>How many events were not settled.</summary>
    public int Count { get; } = records.Count;

    /// <summary>Records that were only half there.</summary>
    public int Torn { get; } = torn;

    public bool IsEmpty => Count == 0 && Torn == 0;

    /// <summary>The events in the order they were logged; no reference to them stays here.</summary>
    public IReadOnlyCollection<RecoveredRecord> Take()
    {
        IReadOnlyCollection<RecoveredRecord> taken = _records;
        _records = [];
        return taken;
    }
}
