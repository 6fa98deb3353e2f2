using Easy.Logger.Diagnostics;
using Easy.Logger.Threading;

namespace Easy.Logger.Metrics;

/// <summary>
/// The totals of all appenders that one forwarder ever had. They outlive the appender, so that a count never falls: a file that is detached and attached again goes on
/// where it was. Thread-safe.
/// </summary>
internal sealed class ChildBooks
{
    /// <summary>Most names that are kept apart; beyond it newcomers share one entry.</summary>
    internal const int MostNames = 200;

    /// <summary>The name and class of that entry.</summary>
    internal const string Others = "(others)";

    private readonly object _lock = new();
    private readonly BoundedBooks<(string Name, string Type), ChildTotals> _totals = new(MostNames, (Others, Others), child => new ChildTotals(child.Name, child.Type));

    public IReadOnlyList<ChildTotals> All
    {
        get
        {
            using (Uninterrupted.Lock(_lock))
            {
                return [.. _totals.All];
            }
        }
    }

    public ChildTotals Of(string? name, string type)
    {
        using (Uninterrupted.Lock(_lock))
        {
            return _totals.Of((name ?? string.Empty, type));
        }
    }
}
