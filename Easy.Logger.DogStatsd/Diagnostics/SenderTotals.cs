using System.Diagnostics.Metrics;

namespace Easy.Logger.DogStatsd.Diagnostics;

/// <summary>
/// The counters of all senders, added up by name; those of senders that have ended stay, so that counters do not fall. A sender stays as
/// long as its thread, which is for ever when nobody closes it. Thread-safe.
/// </summary>
internal sealed class SenderTotals
{
    /// <summary>
    /// The most names whose numbers are kept when their senders have ended; a program that makes up a name for each would fill the memory.
    /// </summary>
    internal const int MaxNames = 1_000;

    private readonly object _lock = new();
    private readonly List<DogStatsdSender> _senders = [];
    private readonly Dictionary<string, DogStatsdStatistics> _ended = new(StringComparer.Ordinal);

    public void Open(DogStatsdSender sender)
    {
        using Uninterrupted.Scope scope = Uninterrupted.Lock(_lock);
        LetGo_NeedsLock(); // nobody may ever read
        _senders.Add(sender);
    }

    /// <summary>What each name has to say.</summary>
    public IEnumerable<Measurement<long>> Read(Func<string, DogStatsdStatistics, IEnumerable<Measurement<long>>> measure)
    {
        Dictionary<string, DogStatsdStatistics> sums;
        using (Uninterrupted.Lock(_lock))
        {
            LetGo_NeedsLock();
            sums = new Dictionary<string, DogStatsdStatistics>(_ended, StringComparer.Ordinal);
            _senders.ForEach(sender => Add(sums, sender.Name, sender.Statistics));
        }

        return [.. sums.SelectMany(sum => measure(sum.Key, sum.Value))];
    }

    /// <summary>Keeps the numbers of senders that have ended, and nothing else of them.</summary>
    private void LetGo_NeedsLock()
    {
        foreach (DogStatsdSender ended in _senders.FindAll(sender => sender.HasEnded))
        {
            _senders.Remove(ended);
            Add(_ended, _ended.ContainsKey(ended.Name) || _ended.Count < MaxNames ? ended.Name : string.Empty, ended.Statistics);
        }
    }

    private static void Add(Dictionary<string, DogStatsdStatistics> sums, string name, DogStatsdStatistics counters) =>
        sums[name] = sums.TryGetValue(name, out DogStatsdStatistics? before) ? before.Plus(counters) : counters;
}
