using Easy.Logger.Diagnostics;

namespace Easy.Logger.Metrics;

/// <summary>What the attached appenders of one name and class have taken. Written by the worker alone, read by any thread.</summary>
internal sealed class AppenderCounters
{
    private long _forwarded;
    private long _failed;

    public AppenderCounters(string name, string type)
    {
        Name = name;
        Type = type;
    }

    public string Name { get; }

    /// <summary>The class, without its namespace.</summary>
    public string Type { get; }

    /// <summary>Events that it took, or turned away by its own threshold and filters.</summary>
    public long Forwarded => Volatile.Read(ref _forwarded);

    /// <summary>Events that it failed to take.</summary>
    public long Failed => Volatile.Read(ref _failed);

    /// <summary>Worker only: counts a batch.</summary>
    public void Add(int forwarded, int failed)
    {
        Volatile.Write(ref _forwarded, _forwarded + forwarded);
        Volatile.Write(ref _failed, _failed + failed);
    }
}

/// <summary>
/// The totals of all appenders that one forwarder ever had. They outlive the appender, so that a count never falls: a file that is detached
/// and attached again goes on where it was. Thread-safe.
/// </summary>
internal sealed class AppenderCounterMap
{
    /// <summary>Most names that are kept apart; beyond it newcomers share one entry.</summary>
    internal const int MaxNames = 200;

    /// <summary>The name and class of that entry.</summary>
    internal const string Others = "(others)";

    private readonly object _lock = new();
    private readonly BoundedMap<(string Name, string Type), AppenderCounters> _totals =
        new(MaxNames, (Others, Others), child => new AppenderCounters(child.Name, child.Type));

    public IReadOnlyList<AppenderCounters> All
    {
        get
        {
            using (Uninterrupted.Lock(_lock))
            {
                return [.. _totals.All];
            }
        }
    }

    public AppenderCounters Of(string? name, string type)
    {
        using (Uninterrupted.Lock(_lock))
        {
            return _totals.GetOrAdd((name ?? string.Empty, type));
        }
    }
}
