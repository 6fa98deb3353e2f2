using log4net.Core;

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

/// <summary>An event of an earlier run, and where its record is: it stays there until the event is settled.</summary>
internal sealed class RecoveredRecord(long number, long position, int size, LoggingEvent loggingEvent)
{
    /// <summary>The property by which a layout can show that an event was recovered.</summary>
    public const string Property = "easylogger.recovered";

    public long Number { get; } = number;

    public long Position { get; } = position;

    public int Size { get; } = size;

    public LoggingEvent Event { get; } = loggingEvent;
}
