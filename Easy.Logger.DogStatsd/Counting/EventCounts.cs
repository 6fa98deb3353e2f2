using System.Collections.Concurrent;

namespace Easy.Logger.DogStatsd.Counting;

/// <summary>
/// Counts events by level and logger. An event costs a look-up and an increment, whatever the period; what is sent is one number per key.
/// Thread-safe, and without a lock for keys that are known.
/// </summary>
/// <param name="maxKeys">The most keys; events of others are counted by their level alone.</param>
internal sealed class EventCounts(int maxKeys)
{
    /// <summary>The logger of events beyond the most keys.</summary>
    public const string Others = "(others)";

    private readonly ConcurrentDictionary<CountKey, EventCount> _counts = new();
    private int _keys;

    public void Count(string level, string? logger)
    {
        CountKey key = new(level, logger);
        (_counts.TryGetValue(key, out EventCount? count) ? count : Add(key)).Increment();
    }

    /// <summary>Reports what was counted since the last time, for each key with a count.</summary>
    /// <param name="report">Gets the tags and the number.</param>
    public void Take(Action<string[], long> report)
    {
        foreach (KeyValuePair<CountKey, EventCount> pair in _counts)
        {
            if (pair.Value.Take() is > 0 and long count)
            {
                report(pair.Value.Tags, count);
            }
        }
    }

    private EventCount Add(CountKey key)
    {
        if (Volatile.Read(ref _keys) >= maxKeys)
        {
            key = key with { Logger = Others }; // one more for each level, of which there are few
            if (_counts.TryGetValue(key, out EventCount? others))
            {
                return others;
            }
        }

        EventCount made = new(key);
        EventCount kept = _counts.GetOrAdd(key, made);
        if (ReferenceEquals(kept, made))
        {
            Interlocked.Increment(ref _keys);
        }

        return kept;
    }
}
