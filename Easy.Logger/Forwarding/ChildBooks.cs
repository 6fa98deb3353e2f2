using Easy.Logger.Threading;

namespace Easy.Logger.Forwarding;

/// <summary>
/// The totals of all appenders that one forwarder ever had. They outlive the appender, so that a count never falls: a file that is detached and attached again goes on
/// where it was. Thread-safe.
/// </summary>
internal sealed class ChildBooks
{
    /// <summary>Most names that are kept apart; beyond it newcomers share one entry, so that a program which attaches appenders without end stays bounded.</summary>
    internal const int MostNames = 200;

    /// <summary>The name and class of that entry.</summary>
    internal const string Others = "(others)";

    private readonly object _lock = new();
    private readonly Dictionary<(string Name, string Type), ChildTotals> _totals = [];

    public IReadOnlyList<ChildTotals> All
    {
        get
        {
            using (Uninterrupted.Lock(_lock))
            {
                return [.. _totals.Values];
            }
        }
    }

    public ChildTotals Of(string? name, string type)
    {
        using (Uninterrupted.Lock(_lock))
        {
            (string, string) key = (name ?? string.Empty, type);
            if (_totals.TryGetValue(key, out ChildTotals? known))
            {
                return known;
            }

            if (_totals.Count >= MostNames)
            {
                key = (Others, Others);
                if (_totals.TryGetValue(key, out known))
                {
                    return known;
                }
            }

            ChildTotals totals = new(key.Item1, key.Item2);
            _totals.Add(key, totals);
            return totals;
        }
    }
}
