using Easy.Logger.Diagnostics;

namespace Easy.Logger.Metrics;

/// <summary>
/// All appenders that the meter shows, by name: the open ones, and what is left of those that have ended. Thread-safe.
/// </summary>
/// <remarks>The lock is taken before that of a queue, never after it.</remarks>
internal sealed class MeteredComponents
{
    /// <summary>Most names of ended appenders that are kept apart; those that end beyond it are added up under one.</summary>
    internal const int MaxNames = 1_000;

    /// <summary>That one name.</summary>
    internal const string Others = "(others)";

    /// <summary>Those of the process.</summary>
    public static readonly MeteredComponents All = new();

    private readonly object _lock = new();
    private readonly Dictionary<IMetered, string> _open = [];
    private readonly BoundedMap<string, ComponentReading> _ended = new(MaxNames, Others, name => new ComponentReading(name));

    public void Open(IMetered component, string name)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _open.Add(component, name);
        }
    }

    /// <summary>Keeps the last numbers of an appender, and releases the appender.</summary>
    public void End(IMetered component)
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (_open.TryGetValue(component, out string? name))
            {
                ComponentReading rest = _ended.GetOrAdd(name);
                BufferStatistics last = component.ReadLast(rest.CountRejected);
                rest.Add(last, component.Children);
                _open.Remove(component);
            }
        }
    }

    /// <summary>The numbers of every name, now.</summary>
    public IReadOnlyList<ComponentReading> Read()
    {
        using (Uninterrupted.Lock(_lock))
        {
            Dictionary<string, ComponentReading> readings =
                _ended.All.ToDictionary(rest => rest.Name, rest => rest.Copy(), StringComparer.Ordinal);
            foreach (KeyValuePair<IMetered, string> open in _open)
            {
                if (!readings.TryGetValue(open.Value, out ComponentReading? reading))
                {
                    readings.Add(open.Value, reading = new ComponentReading(open.Value));
                }

                reading.Add(open.Key.Read(), open.Key.Children);
                reading.AddCapacity(open.Key.QueueLimit);
            }

            return [.. readings.Values];
        }
    }
}

/// <summary>Something whose counters the meter reads.</summary>
internal interface IMetered
{
    /// <summary>The most events that may wait.</summary>
    int QueueLimit { get; }

    /// <summary>What the attached appenders took and failed to take, those that are detached by now included.</summary>
    IReadOnlyList<AppenderCounters> Children { get; }

    /// <summary>A snapshot that balances, taken without any lock but the queue's own.</summary>
    BufferStatistics Read();

    /// <summary>From now on its last snapshot is kept elsewhere, and so is each event that it refuses after that.</summary>
    /// <param name="countRejected">Takes those events, under the queue's lock.</param>
    /// <returns>The last snapshot.</returns>
    BufferStatistics ReadLast(Action countRejected);
}
