namespace Easy.Logger.Tests.DogStatsd.Foreign;

/// <summary>What npm's <c>statsd</c> has accepted, by its own names: those of tags are part of the metric's.</summary>
/// <param name="Datagrams">How many it has received.</param>
/// <param name="Counters">Sums.</param>
/// <param name="Gauges">Last values.</param>
/// <param name="Timers">All values, in the order in which a flush had them.</param>
/// <param name="TimerCounts">How many values there were before they were sampled.</param>
/// <param name="Sets">What is in them.</param>
/// <param name="Refused">The lines that it calls bad, once for each part of them that is.</param>
internal sealed record StatsdState(
    int Datagrams,
    IReadOnlyDictionary<string, double> Counters,
    IReadOnlyDictionary<string, double> Gauges,
    IReadOnlyDictionary<string, double[]> Timers,
    IReadOnlyDictionary<string, double> TimerCounts,
    IReadOnlyDictionary<string, string[]> Sets,
    string[] Refused)
{
    public static StatsdState Empty { get; } = new(
        0,
        new Dictionary<string, double>(),
        new Dictionary<string, double>(),
        new Dictionary<string, double[]>(),
        new Dictionary<string, double>(),
        new Dictionary<string, string[]>(),
        []);

    /// <summary>With what a later flush had.</summary>
    public StatsdState Then(StatsdState flush) => new(
        Datagrams + flush.Datagrams,
        Merge(Counters, flush.Counters, (before, now) => before + now),
        Merge(Gauges, flush.Gauges, (_, now) => now),
        Merge(Timers, flush.Timers, (before, now) => [.. before, .. now]),
        Merge(TimerCounts, flush.TimerCounts, (before, now) => before + now),
        Merge(Sets, flush.Sets, (before, now) => [.. before.Union(now)]),
        [.. Refused, .. flush.Refused]);

    /// <summary>Without the counters whose names begin so.</summary>
    public StatsdState Without(string prefix) =>
        this with { Counters = Counters.Where(counter => !counter.Key.StartsWith(prefix, StringComparison.Ordinal)).ToDictionary() };

    private static Dictionary<string, T> Merge<T>(
        IReadOnlyDictionary<string, T> before, IReadOnlyDictionary<string, T> now, Func<T, T, T> merge)
    {
        Dictionary<string, T> merged = before.ToDictionary();
        foreach ((string key, T value) in now)
        {
            merged[key] = merged.TryGetValue(key, out T? old) ? merge(old, value) : value;
        }

        return merged;
    }
}
