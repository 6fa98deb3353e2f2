namespace Easy.Logger.Tests.DogStatsd.Foreign;

/// <summary>npm's <c>statsd</c>, the original: it knows no tags but those of Graphite, and takes every other type for a counter.</summary>
internal sealed class StatsdServer() : StatsdReceiver("statsd")
{
    private const string Prefix = "flush=";

    private static readonly JsonSerializerOptions _options = new(JsonSerializerDefaults.Web);

    /// <summary>Of its names tags are a part, and each line that it calls bad is there, once for each part of it that is.</summary>
    public override IReadOnlyList<string> Read(int datagrams)
    {
        Flush[] flushes = [];
        string fence = SendFence("c");
        Eventually.Holds(
            () =>
            {
                flushes = [.. Output.Where(line => line.StartsWith(Prefix, StringComparison.Ordinal)).Select(
                    line => JsonSerializer.Deserialize<Flush>(line.AsSpan(Prefix.Length), _options)!)];
                return flushes.Any(flush => flush.Counters.ContainsKey(fence))
                    && flushes.Sum(flush => flush.Datagrams) >= datagrams + Fences;
            },
            $"{datagrams} datagram(s) and {fence}");

        ILookup<string, double> counts = All(flush => flush.TimerCounts);
        return
        [
            .. All(flush => flush.Counters).Where(counter => !counter.Key.StartsWith("fence.", StringComparison.Ordinal))
                .Select(counter => $"counter {counter.Key} {counter.Sum()}"),
            .. All(flush => flush.Gauges).Select(gauge => $"gauge {gauge.Key} {gauge.Last()}"),
            .. All(flush => flush.Timers).Select(
                timer => $"timer {timer.Key} {string.Join(' ', timer.SelectMany(values => values))} of {counts[timer.Key].Sum()}"),
            .. All(flush => flush.Sets).Select(set => $"set {set.Key} {string.Join(' ', set.SelectMany(members => members).Distinct())}"),
            .. flushes.SelectMany(flush => flush.Refused).Select(line => $"bad {line}"),
        ];

        ILookup<string, T> All<T>(Func<Flush, Dictionary<string, T>> of) =>
            flushes.SelectMany(of).ToLookup(metric => metric.Key, metric => metric.Value);
    }

    private sealed record Flush(
        int Datagrams,
        Dictionary<string, double> Counters,
        Dictionary<string, double> Gauges,
        Dictionary<string, double[]> Timers,
        Dictionary<string, double> TimerCounts, // how many values there were before they were sampled
        Dictionary<string, string[]> Sets,
        string[] Refused);
}
