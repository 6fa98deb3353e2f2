using Easy.Logger.Diagnostics;

namespace Easy.Logger.Metrics;

/// <summary>
/// The counters of all appenders of one name at one moment, added up: those that are open and those that were, so that a counter goes on
/// where it was when a new configuration replaces an appender. Not thread-safe, but for <see cref="CountRejected" />.
/// </summary>
internal sealed class ComponentReading
{
    private readonly SortedDictionary<string, long> _errors = new(StringComparer.Ordinal);
    private readonly Dictionary<(string Name, string Type), (long Forwarded, long Failed)> _children = [];
    private long _rejected;

    public ComponentReading(string name)
    {
        Name = name;

        // These are there from the start: an alarm on a series that does not exist yet never rings.
        _errors[MeterNames.QueueFull] = 0;
        _errors[MeterNames.Closed] = 0;
        _errors[MeterNames.AppenderError] = 0;
    }

    public string Name { get; }

    public long Enqueued { get; private set; }

    public long Forwarded { get; private set; }

    /// <summary>Events that were not forwarded, by reason.</summary>
    public IReadOnlyDictionary<string, long> Errors => _errors;

    public long Rejected => Interlocked.Read(ref _rejected);

    public long QueueSize { get; private set; }

    public long QueueCapacity { get; private set; }

    public long InFlight { get; private set; }

    public TimeSpan OldestAge { get; private set; }

    public long BlockedCalls { get; private set; }

    public TimeSpan BlockedTime { get; private set; }

    public IReadOnlyDictionary<(string Name, string Type), (long Forwarded, long Failed)> Children => _children;

    public JournalReading Journal { get; } = new();

    public void CountRejected() => Interlocked.Increment(ref _rejected);

    /// <summary>Adds the counters of one appender, open or ended.</summary>
    public void Add(BufferStatistics statistics, IEnumerable<AppenderCounters> children)
    {
        Enqueued += statistics.Accepted;
        Forwarded += statistics.Forwarded;
        Count(MeterNames.AppenderError, statistics.Failed);
        foreach (DropCount drop in statistics.DropCounts)
        {
            Count(ErrorTypeOf(drop.Reason), drop.Count);
        }

        Interlocked.Add(ref _rejected, statistics.Rejected);
        QueueSize += statistics.Pending;
        InFlight += statistics.InFlight;
        OldestAge = statistics.OldestPendingAge > OldestAge ? statistics.OldestPendingAge : OldestAge;
        BlockedCalls += statistics.BlockedCalls;
        BlockedTime += statistics.BlockedTime;
        Journal.Add(statistics);
        foreach (AppenderCounters child in children)
        {
            CountChild((child.Name, child.Type), child.Forwarded, child.Failed);
        }
    }

    /// <summary>Adds the room of an appender that is open.</summary>
    public void AddCapacity(int queueLimit) => QueueCapacity += queueLimit;

    public ComponentReading Copy()
    {
        ComponentReading copy = new(Name)
        {
            Enqueued = Enqueued,
            Forwarded = Forwarded,
            QueueSize = QueueSize,
            InFlight = InFlight,
            BlockedCalls = BlockedCalls,
            BlockedTime = BlockedTime,
            _rejected = Rejected,
        };
        copy.Journal.Add(Journal);
        foreach (KeyValuePair<string, long> error in _errors)
        {
            copy._errors[error.Key] = error.Value;
        }

        foreach (KeyValuePair<(string, string), (long Forwarded, long Failed)> child in _children)
        {
            copy._children.Add(child.Key, child.Value);
        }

        return copy;
    }

    private static string ErrorTypeOf(DropReason reason) => reason switch
    {
        DropReason.Closing => MeterNames.Closed,
        DropReason.LeftInJournal => MeterNames.LeftInJournal,
        DropReason.Reentrant => MeterNames.Reentrant,
        DropReason.Lossy => MeterNames.Lossy,
        DropReason.NoAppender => MeterNames.NoAppender,
        _ => MeterNames.QueueFull, // QueueFull, Evicted, BlockTimeout, Interrupted: there was no room
    };

    private void Count(string error, long count)
    {
        _errors.TryGetValue(error, out long before);
        _errors[error] = before + count;
    }

    private void CountChild((string, string) child, long forwarded, long failed)
    {
        _children.TryGetValue(child, out (long Forwarded, long Failed) before);
        _children[child] = (before.Forwarded + forwarded, before.Failed + failed);
    }
}

/// <summary>The counters of the journals of all appenders of one name. Not thread-safe.</summary>
internal sealed class JournalReading
{
    /// <summary>Why an event is not in the journal, in the order of <see cref="JournalMiss" />.</summary>
    private static readonly string[] _misses =
        [MeterNames.JournalUnavailable, MeterNames.JournalTooLarge, MeterNames.JournalFull, MeterNames.JournalDamaged];

    private readonly long[] _notJournaled = new long[_misses.Length];

    /// <summary>Whether any of the appenders has a journal.</summary>
    public bool IsThere { get; private set; }

    /// <summary>Open appenders whose journal takes events in.</summary>
    public long Active { get; private set; }

    public long Journaled { get; private set; }

    public long Recovered { get; private set; }

    public long RejectedAtRecovery { get; private set; }

    /// <summary>Events that are not in the journal, by reason.</summary>
    public IEnumerable<KeyValuePair<string, long>> NotJournaled =>
        _misses.Select((miss, i) => new KeyValuePair<string, long>(miss, _notJournaled[i]));

    /// <summary>Adds the counters of one appender.</summary>
    public void Add(BufferStatistics statistics)
    {
        Recovered += statistics.Recovered;
        if (statistics.Journal is not { } journal)
        {
            return;
        }

        IsThere = true;
        Active += journal.IsInUse ? 1 : 0;
        Journaled += journal.Journaled;
        RejectedAtRecovery += journal.RejectedAtRecovery;
        for (int i = 0; i < _misses.Length; i++)
        {
            _notJournaled[i] += journal.NotJournaledFor((JournalMiss)i);
        }
    }

    public void Add(JournalReading other)
    {
        IsThere |= other.IsThere;
        Active += other.Active;
        Journaled += other.Journaled;
        Recovered += other.Recovered;
        RejectedAtRecovery += other.RejectedAtRecovery;
        for (int i = 0; i < _misses.Length; i++)
        {
            _notJournaled[i] += other._notJournaled[i];
        }
    }
}
