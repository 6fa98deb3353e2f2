using Easy.Logger.Metrics;

namespace Easy.Logger.Tests.Metrics;

/// <summary>An appender of which nothing is there but its numbers, and what the meter should make of them.</summary>
internal sealed class Metered(BufferStatistics statistics, params AppenderCounters[] children) : IMetered
{
    private Action? _countRejected; // once it has ended
    private int _refused;

    public Metered(Random random, bool hasJournal)
        : this(Any(random, hasJournal), new AppenderCounters($"child {random.Next(2)}", nameof(GatedAppender)))
    {
        QueueLimit = random.Next(1_000);
        Children[0].Add(random.Next(1_000), random.Next(1_000));
    }

    public int QueueLimit { get; }

    private bool IsOpen => _countRejected is null;

    public IReadOnlyList<AppenderCounters> Children => children;

    public BufferStatistics Read() => statistics;

    public BufferStatistics ReadLast(Action countRejected)
    {
        _countRejected = countRejected;
        return statistics;
    }

    public void Refuse()
    {
        _refused++;
        _countRejected!();
    }

    public IEnumerable<(string Key, double Value)> Expected() =>
    [
        (Key(MeterNames.Enqueued), statistics.Accepted),
        (Key(MeterNames.Processed), statistics.Forwarded),
        (Key(MeterNames.Processed, MeterNames.AppenderError), statistics.Failed),
        (Key(MeterNames.Processed, MeterNames.QueueFull), 0), // there from the start
        (Key(MeterNames.Processed, MeterNames.Closed), 0),
        .. statistics.DropCounts.Select(drop => (Key(MeterNames.Processed, ErrorOf(drop.Reason)), (double)drop.Count)),
        (Key(MeterNames.Rejected), statistics.Rejected + _refused),
        (Key(MeterNames.QueueSize), statistics.Pending),
        (Key(MeterNames.QueueCapacity), IsOpen ? QueueLimit : 0),
        (Key(MeterNames.InFlight), statistics.InFlight),
        (Key(MeterNames.OldestAge), IsOpen ? statistics.OldestPendingAge.TotalSeconds : 0),
        (Key(MeterNames.Blocked), statistics.BlockedCalls),
        (Key(MeterNames.BlockedTime), statistics.BlockedTime.TotalSeconds),
        .. children.Select(child => (Key(MeterNames.ChildProcessed, error: null, child.Name, child.Type), (double)child.Forwarded)),
        .. children.Select(
            child => (Key(MeterNames.ChildProcessed, MeterNames.AppenderError, child.Name, child.Type), (double)child.Failed)),
        .. statistics.Journal is { } journal ? OfJournal(journal) : [],
    ];

    /// <summary>A series: the name of its instrument, and the attributes besides the appender's name.</summary>
    public static string Key(string instrument, string? error = null, string? child = null, string? type = null) =>
        $"{instrument} {error} {child} {type}";

    /// <summary>A reason that is new has to be given a name here, or it would be taken for a full queue.</summary>
    private static string ErrorOf(DropReason reason) => reason switch
    {
        DropReason.QueueFull or DropReason.Evicted or DropReason.BlockTimeout or DropReason.Interrupted => MeterNames.QueueFull,
        DropReason.Closing => MeterNames.Closed,
        DropReason.LeftInJournal => MeterNames.LeftInJournal,
        DropReason.Reentrant => MeterNames.Reentrant,
        DropReason.Lossy => MeterNames.Lossy,
        DropReason.NoAppender => MeterNames.NoAppender,
        _ => throw new InvalidOperationException($"{reason}"),
    };

    private IEnumerable<(string Key, double Value)> OfJournal(JournalStatistics journal) =>
    [
        (Key(MeterNames.JournalWritten), journal.Journaled),
        (Key(MeterNames.JournalWritten, "unavailable"), journal.NotJournaledFor(JournalMiss.Unavailable)),
        (Key(MeterNames.JournalWritten, "too_large"), journal.NotJournaledFor(JournalMiss.TooLarge)),
        (Key(MeterNames.JournalWritten, "full"), journal.NotJournaledFor(JournalMiss.Full)),
        (Key(MeterNames.JournalWritten, "damaged"), journal.NotJournaledFor(JournalMiss.Damaged)),
        (Key(MeterNames.JournalRecovered), statistics.Recovered),
        (Key(MeterNames.JournalRejected), journal.RejectedAtRecovery),
        (Key(MeterNames.JournalActive), 1),
    ];

    private static BufferStatistics Any(Random random, bool hasJournal)
    {
        return new BufferStatistics
        {
            Accepted = Number(),
            Recovered = hasJournal ? Number() : 0,
            Forwarded = Number(),
            Failed = Number(),
            DropCounts =
            [
                .. Enum.GetValues<DropReason>().Where(_ => random.Next(2) == 0).Select(reason => new DropCount(reason, "INFO", Number())),
            ],
            Rejected = Number(),
            Pending = Number(),
            InFlight = Number(),
            OldestPendingAge = TimeSpan.FromMilliseconds(Number()),
            BlockedCalls = Number(),
            BlockedTime = TimeSpan.FromMilliseconds(Number()),
            Journal = !hasJournal ? null : new JournalStatistics([Number(), Number(), Number(), Number()])
            {
                IsInUse = true,
                Journaled = Number(),
                RejectedAtRecovery = Number(),
            },
        };

        long Number() => random.Next(1_000);
    }
}
