using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;

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

    private readonly ConcurrentDictionary<(string Level, string? Logger), EventCount> _counts = new();
    private int _keys;

    /// <summary>The tag for a level, in lower case as all tags are in the end.</summary>
    [SuppressMessage("Globalization", "CA1308", Justification = "Tags are in lower case.")]
    public static string TagOf(string level) => "level:" + level.ToLowerInvariant();

    /// <summary>Counts an event.</summary>
    /// <param name="level">The name of its level.</param>
    /// <param name="logger">The name of its logger; <see langword="null" /> when loggers are not distinguished.</param>
    public void Count(string level, string? logger) =>
        (_counts.TryGetValue((level, logger), out EventCount? count) ? count : Add((level, logger))).Increment();

    /// <summary>Reports what was counted since the last time, for each key with a count.</summary>
    /// <param name="report">Gets the tags and the number.</param>
    public void Take(Action<string[], long> report)
    {
        foreach (KeyValuePair<(string, string?), EventCount> pair in _counts)
        {
            if (pair.Value.Take() is > 0 and long count)
            {
                report(pair.Value.Tags, count);
            }
        }
    }

    private EventCount Add((string Level, string? Logger) key)
    {
        if (Volatile.Read(ref _keys) >= maxKeys)
        {
            key.Logger = Others; // one more for each level, of which there are few
            if (_counts.TryGetValue(key, out EventCount? others))
            {
                return others;
            }
        }

        string level = TagOf(key.Level);
        EventCount made = new(key.Logger is { } logger ? [level, "logger:" + logger] : [level]);
        EventCount kept = _counts.GetOrAdd(key, made);
        if (ReferenceEquals(kept, made))
        {
            Interlocked.Increment(ref _keys);
        }

        return kept;
    }

    /// <summary>The events of one key since the last time they were sent.</summary>
    private sealed class EventCount(string[] tags)
    {
        private long _count;

        /// <summary>Made once, so that sending allocates nothing.</summary>
        public string[] Tags => tags;

        public void Increment() => Interlocked.Increment(ref _count);

        public long Take() => Interlocked.Exchange(ref _count, 0);
    }
}
