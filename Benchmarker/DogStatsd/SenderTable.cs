using Benchmarker.Reporting;

namespace Benchmarker.DogStatsd;

/// <summary>The loads as lines.</summary>
internal static class SenderTable
{
    public const string Explanation =
        "Threads call Counter with three tags and three global ones as fast as they can; received is what a socket got in another thread "
            + "of the process, by the time until the "
        + "sender was closed; bytes are those of all threads. Lost counts all lines that were not received: those for which the queue had "
        + "no room, and those that the system took and threw away.";

    public static void Write(TextWriter output, IReadOnlyList<SenderRow> rows)
    {
        TextColumns.Write(output, Lines(rows), numbers: true);
        output.WriteLine(Explanation);
    }

    public static string NameOf(AgentKind kind) => kind == AgentKind.Udp ? "UDP, loopback" : "Unix datagram socket";

    public static IReadOnlyList<string[]> Lines(IReadOnlyList<SenderRow> rows) =>
    [
        ["way", "threads", "calls/s", "ns/call", "bytes/call", "lines/s received", "packets/s received", "lost", "sent", "queue full",
            "lost by the system"],
        .. rows.Select(row => (string[])
        [
            NameOf(row.Kind),
            $"{row.Threads}",
            $"{row.CallsPerSecond:N0}",
            $"{row.NanosecondsPerCall:N0}",
            $"{row.BytesPerCall:N2}",
            $"{row.LinesPerSecond:N0}",
            $"{row.PacketsPerSecond:N0}",
            $"{row.ShareLost:P2}",
            $"{row.Statistics.Sent:N0}",
            $"{row.Statistics.QueueFull:N0}",
            $"{row.LostOnTheWay:N0}",
        ]),
    ];
}
