namespace Benchmarker.DogStatsd;

/// <summary>What the sender is judged by. Pure arithmetic.</summary>
internal static class SenderPromises
{
    public static IEnumerable<(bool Holds, string What)> Of(IReadOnlyList<SenderRow> rows)
    {
        yield return (
            rows.Count > 0 && rows.All(row => row.IsBalanced),
            $"calls = sent + queue full, and nothing waits: {string.Join(", ", rows.Select(Counters))}");
        foreach (SenderRow row in rows.Where(row => row.Kind == AgentKind.Unix))
        {
            yield return (
                row.LostOnTheWay == 0 && row.Packets == row.Statistics.PacketsSent,
                $"{SenderTable.NameOf(row.Kind)}, threads {row.Threads}: {row.Lines:N0} lines received in {row.Packets:N0} packets, "
                + $"{row.Statistics.Sent:N0} lines in {row.Statistics.PacketsSent:N0} packets sent; as many as were sent");
        }
    }

    private static string Counters(SenderRow row) => $"{row.Calls:N0} = {row.Statistics.Sent:N0} + {row.Statistics.QueueFull:N0}";
}
