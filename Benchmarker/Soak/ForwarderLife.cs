using Easy.Logger;
using Easy.Logger.Diagnostics;
using log4net.Appender;
using log4net.Core;
using log4net.Filter;

namespace Benchmarker.Soak;

/// <summary>
/// One forwarder from the configuration that made it to its close, with the children it has all the time and what its filters turned away.
/// </summary>
internal sealed class ForwarderLife
{
    private readonly ExceptionCollector _exceptions = new();
    private readonly List<CountingFilter> _filters = [];

    public ForwarderLife(AsyncBufferingForwardingAppender forwarder)
    {
        Forwarder = forwarder;
        Children = [.. forwarder.Appenders];
        forwarder.ErrorHandler = _exceptions;
    }

    public AsyncBufferingForwardingAppender Forwarder { get; }

    public IReadOnlyList<IAppender> Children { get; }

    public bool HasEnded => Forwarder.Statistics.State == BufferState.Closed;

    /// <summary>Log calls that came to the forwarder, whatever became of them.</summary>
    public long Calls => Forwarder.Statistics.Accepted + Forwarder.Statistics.Rejected + _filters.Sum(filter => filter.Denied);

    /// <summary>Log calls that its children made.</summary>
    public long Echoes => Children.OfType<MisbehavingAppender>().Sum(child => child.Calls);

    public void AddFilter()
    {
        CountingFilter filter = new();
        _filters.Add(filter);
        Forwarder.AddFilter(filter);
    }

    /// <summary>Where the counters of an ended life do not agree with what its children got.</summary>
    public IEnumerable<string> Faults()
    {
        BufferStatistics counters = Forwarder.Statistics;
        string account = Account(counters);
        foreach (string exception in _exceptions.Exceptions)
        {
            yield return $"{Forwarder.Name} reported to its error handler: {exception}";
        }

        if (Imbalance(counters) is string imbalance)
        {
            yield return imbalance;
        }

        if (counters.Pending != 0)
        {
            yield return $"{Forwarder.Name} left events pending: {account}";
        }

        // A child that fails hands the batch on all the same: what the others got is what was forwarded and what failed.
        foreach (Arrivals arrivals in Children.Select(ArrivalsOf).OfType<Arrivals>())
        {
            if (arrivals.Count != counters.Forwarded + counters.Failed)
            {
                yield return $"{arrivals.Count:N0} events came to a child that never fails: {account}";
            }

            foreach (string fault in arrivals.Faults)
            {
                yield return $"{Forwarder.Name}: {fault}";
            }
        }
    }

    public static string? Imbalance(BufferStatistics counters) =>
        counters.Accepted == counters.Forwarded + counters.Failed + counters.Dropped + counters.Pending
            && counters.Dropped == counters.DropCounts.Sum(drop => drop.Count)
            ? null
            : $"the counters do not balance: {Account(counters)}";

    private static Arrivals? ArrivalsOf(IAppender child) => child switch
    {
        RecordingAppender recording => recording.Arrivals,
        RecordingTextAppender text => text.Arrivals,
        _ => null,
    };

    private static string Account(BufferStatistics counters) =>
        $"accepted {counters.Accepted:N0}, forwarded {counters.Forwarded:N0}, failed {counters.Failed:N0}, dropped {counters.Dropped:N0} "
        + $"({string.Join(", ", counters.DropCounts)}), pending {counters.Pending:N0}, rejected {counters.Rejected:N0}";
}

/// <summary>Turns some events away and counts them: the appender does not.</summary>
internal sealed class CountingFilter : FilterSkeleton
{
    private long _seen;
    private long _denied;

    public long Denied => Volatile.Read(ref _denied);

    public override FilterDecision Decide(LoggingEvent loggingEvent)
    {
        if (Interlocked.Increment(ref _seen) % 7 != 0)
        {
            return FilterDecision.Neutral;
        }

        Interlocked.Increment(ref _denied);
        return FilterDecision.Deny;
    }
}

/// <summary>An error handler of a forwarder: that an event was rejected is no fault, that one could not be taken in is.</summary>
internal sealed class ExceptionCollector : IErrorHandler
{
    private readonly Lock _lock = new();
    private readonly HashSet<string> _exceptions = [];

    public IReadOnlyList<string> Exceptions
    {
        get
        {
            lock (_lock)
            {
                return [.. _exceptions];
            }
        }
    }

    public void Error(string message)
    {
        // An event that came after Close; it is in the counters.
    }

    public void Error(string message, Exception e)
    {
        lock (_lock)
        {
            _exceptions.Add($"{message} {e}");
        }
    }

    public void Error(string message, Exception? e, ErrorCode errorCode) => Error(message, e!);
}
