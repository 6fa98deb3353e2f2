namespace Easy.Logger.Loki.Diagnostics;

/// <summary>
/// The counters of all appenders that are open. They are not kept alive by it: an appender that nobody closes is collected all the same.
/// Thread-safe.
/// </summary>
internal sealed class OpenAppenders
{
    private readonly List<WeakReference<LokiCounters>> _all = [];

    public IReadOnlyList<LokiCounters> All
    {
        get
        {
            using (Uninterrupted.Lock(_all))
            {
                return [.. _all.Select(reference => reference.TryGetTarget(out LokiCounters? counters) ? counters : null)
                    .OfType<LokiCounters>()];
            }
        }
    }

    /// <summary>Adds counters, unless they are there.</summary>
    public void Add(LokiCounters counters)
    {
        using (Uninterrupted.Lock(_all))
        {
            Remove(counters);
            _all.Add(new WeakReference<LokiCounters>(counters));
        }
    }

    public void Remove(LokiCounters counters)
    {
        using (Uninterrupted.Lock(_all))
        {
            _all.RemoveAll(reference => !reference.TryGetTarget(out LokiCounters? other) || other == counters);
        }
    }
}
