using Easy.Logger.Diagnostics;

namespace Benchmarker.Hostile;

/// <summary>Counters as a person reads them.</summary>
internal static class CounterText
{
    public static string From(BufferStatistics counters)
    {
        string drops = string.Join(
            ", ",
            counters.DropCounts.GroupBy(drop => drop.Reason).Select(group => $"{group.Key} {group.Sum(drop => drop.Count):N0}"));
        return $"accepted {counters.Accepted:N0}, forwarded {counters.Forwarded:N0}, failed {counters.Failed:N0}, "
            + $"dropped {counters.Dropped:N0}{(drops.Length > 0 ? $" ({drops})" : string.Empty)}, pending {counters.Pending:N0}";
    }
}
