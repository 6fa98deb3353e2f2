using Easy.Logger.Diagnostics;
using log4net.Repository;

namespace Easy.Logger.Extensions.Microsoft.Health;

/// <summary>
/// What the Easy.Logger appenders of one repository have lost, and when that was last seen; also of appenders that a reload has taken away.
/// One for all that ask. Safe for any thread.
/// </summary>
internal sealed class LossMemory
{
    private static readonly WeakCache<ILoggerRepository, LossMemory> _known = new();

    private readonly object _lock = new();
    private readonly Dictionary<AsyncBufferingForwardingAppender, long> _lost = [];
    private readonly Dictionary<string, (long Count, TimeSpan At)> _losses = new(StringComparer.Ordinal);

    private TimeSpan _longest; // that somebody wants to remember

    public static LossMemory Of(ILoggerRepository repository) => _known.GetOrAdd(repository, _ => new LossMemory());

    /// <summary>Looks at the appenders in force, and once more at those that were before.</summary>
    /// <param name="appenders">The appenders, with their names.</param>
    /// <param name="now">The time on any clock that only goes forward.</param>
    /// <param name="memory">How long a loss is remembered.</param>
    /// <returns>The appenders that have lost events within that time, and how many since the first of these losses.</returns>
    public IReadOnlyList<(string Name, long Count)> Look(
        IReadOnlyCollection<AsyncBufferingForwardingAppender> appenders, TimeSpan now, TimeSpan memory)
    {
        lock (_lock)
        {
            _longest = memory > _longest ? memory : _longest;
            foreach (string name in _losses.Keys.Where(name => now - _losses[name].At >= _longest).ToArray())
            {
                _losses.Remove(name);
            }

            foreach (AsyncBufferingForwardingAppender appender in appenders.Concat(_lost.Keys).Distinct().ToArray())
            {
                Note(appender, now);
                if (appender.Statistics.State == BufferState.Closed && !appenders.Contains(appender))
                {
                    _lost.Remove(appender);
                }
            }

            return [.. _losses.Where(loss => now - loss.Value.At < memory).Select(loss => (loss.Key, loss.Value.Count))];
        }
    }

    private void Note(AsyncBufferingForwardingAppender appender, TimeSpan now)
    {
        _lost.TryGetValue(appender, out long before);
        long lost = AppenderHealth.Lost(appender.Statistics);
        _lost[appender] = lost;
        if (lost > before)
        {
            string name = AppenderHealth.NameOf(appender);
            _losses.TryGetValue(name, out (long Count, TimeSpan At) known);
            _losses[name] = (known.Count + lost - before, now);
        }
    }
}
