namespace Benchmarker.Watch;

/// <summary>Everything that is shown at once.</summary>
internal sealed record WatchMoment(TimeSpan Elapsed, IReadOnlyList<ComponentMoment> Components)
{
    /// <summary>Works out what is shown from two readings of the meter.</summary>
    public static WatchMoment Of(MeterReading before, MeterReading now, TimeSpan between, TimeSpan elapsed) =>
        new(elapsed, [.. now.Components.Select(component => ComponentMoment.Of(component, before, now, between))]);
}

/// <summary>One appender at one moment, worked out from two readings of the meter and nothing else.</summary>
internal sealed record ComponentMoment
{
    public required string Name { get; init; }
    public double QueueSize { get; init; }
    public double QueueCapacity { get; init; }
    public double InFlight { get; init; }
    public TimeSpan OldestAge { get; init; }
    public double Enqueued { get; init; }
    public double EnqueuedPerSecond { get; init; }
    public double Forwarded { get; init; }
    public double ForwardedPerSecond { get; init; }
    public double Rejected { get; init; }

    /// <summary>Events in the journal so far; <see langword="null" /> without a journal.</summary>
    public double? Journaled { get; init; }

    /// <summary>Events that were queued without it.</summary>
    public double NotJournaled { get; init; }

    /// <summary>Log calls that had to wait, each second.</summary>
    public double BlockedPerSecond { get; init; }

    /// <summary>Seconds that log calls waited in each second, all threads together.</summary>
    public double BlockedShare { get; init; }
    public double BatchesPerSecond { get; init; }

    /// <summary>Events in a batch on average; 0 when there was none.</summary>
    public double BatchSize { get; init; }

    /// <summary>How long the attached appenders had a batch on average; zero when there was none.</summary>
    public TimeSpan BatchDuration { get; init; }
    public IReadOnlyList<ErrorMoment> Errors { get; init; } = [];
    public IReadOnlyList<ChildMoment> Children { get; init; } = [];

    /// <summary>What is wrong with the numbers; <see langword="null" /> when they balance.</summary>
    public string? Imbalance { get; init; }

    /// <summary>How full the queue is, from 0 to 1.</summary>
    public double Fill => QueueCapacity > 0 ? Math.Min(1, QueueSize / QueueCapacity) : 0;

    public static ComponentMoment Of(string name, MeterReading before, MeterReading now, TimeSpan between)
    {
        double[] sizes = Batches(MeterNames.BatchSize);
        double[] durations = Batches(MeterNames.BatchDuration);
        return new ComponentMoment
        {
            Name = name,
            QueueSize = Number(now.Value(name, MeterNames.QueueSize)),
            QueueCapacity = Number(now.Value(name, MeterNames.QueueCapacity)),
            InFlight = Number(now.Value(name, MeterNames.InFlight)),
            OldestAge = TimeSpan.FromSeconds(Number(now.Value(name, MeterNames.OldestAge))),
            Enqueued = Number(now.Value(name, MeterNames.Enqueued)),
            EnqueuedPerSecond = RateOf(MeterNames.Enqueued),
            Forwarded = Number(now.Processed(name)),
            ForwardedPerSecond = Rate(before.Processed(name), now.Processed(name), between),
            Rejected = Number(now.Value(name, MeterNames.Rejected)),
            Journaled = now.Of(name, MeterNames.JournalWritten).SingleOrDefault(point => point.ErrorType is null)?.Value,
            NotJournaled = now.Of(name, MeterNames.JournalWritten).Where(point => point.ErrorType is not null).Sum(point => point.Value),
            BlockedPerSecond = RateOf(MeterNames.Blocked),
            BlockedShare = RateOf(MeterNames.BlockedTime),
            BatchesPerSecond = Rate(0, sizes.Length, between),
            BatchSize = sizes.DefaultIfEmpty().Average(),
            BatchDuration = TimeSpan.FromSeconds(durations.DefaultIfEmpty().Average()),
            Errors = [.. now.Errors(name).OrderBy(error => error.Key, StringComparer.Ordinal)
                .Select(error => new ErrorMoment(error.Key, error.Value, Rate(before.Processed(name, error.Key), error.Value, between)))],
            Children = [.. ChildrenOf(name, before, now, between)],
            Imbalance = now.Imbalance(name),
        };

        double RateOf(string instrument) => Rate(before.Value(name, instrument), now.Value(name, instrument), between);

        double[] Batches(string instrument) => [.. now.Of(name, instrument).Select(point => point.Value)];
    }

    private static IEnumerable<ChildMoment> ChildrenOf(string name, MeterReading before, MeterReading now, TimeSpan between)
    {
        ILookup<(string?, string?, string?), double> earlier = before.Of(name, MeterNames.ChildProcessed)
            .ToLookup(point => (point.Child, point.ChildType, point.ErrorType), point => point.Value);
        return now.Of(name, MeterNames.ChildProcessed)
            .GroupBy(point => (point.Child, point.ChildType))
            .OrderBy(child => child.Key.Child, StringComparer.Ordinal)
            .Select(child => new ChildMoment(
                child.Key.Child ?? string.Empty,
                child.Key.ChildType ?? string.Empty,
                child.Where(point => point.ErrorType is null).Sum(point => point.Value),
                child.Where(point => point.ErrorType is null).Sum(RateOf),
                child.Where(point => point.ErrorType is not null).Sum(point => point.Value),
                child.Where(point => point.ErrorType is not null).Sum(RateOf)));

        double RateOf(MeterPoint point) =>
            Rate(earlier[(point.Child, point.ChildType, point.ErrorType)].FirstOrDefault(), point.Value, between);
    }

    /// <summary>Each second. What the earlier reading did not know began at 0.</summary>
    private static double Rate(double before, double now, TimeSpan between) =>
        between > TimeSpan.Zero ? Math.Max(0, Number(now) - Number(before)) / between.TotalSeconds : 0;

    private static double Number(double value) => double.IsNaN(value) ? 0 : value;
}

/// <summary>One attached appender at one moment.</summary>
internal sealed record ChildMoment(string Name, string Type, double Taken, double TakenPerSecond, double Failed, double FailedPerSecond);

/// <summary>Events that were not forwarded for one reason.</summary>
internal sealed record ErrorMoment(string Type, double Total, double PerSecond);
