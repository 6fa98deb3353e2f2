using Easy.Logger.DogStatsd;

namespace Benchmarker.DogStatsd;

/// <summary>What came of one load on a sender.</summary>
/// <param name="Kind">Where it sent to.</param>
/// <param name="Threads">How many threads called it.</param>
/// <param name="Calls">How often they did.</param>
/// <param name="CallsPerSecond">In the time in which they called.</param>
/// <param name="NanosecondsPerCall">On the caller's thread.</param>
/// <param name="BytesPerCall">What the whole process allocated in that time, by the call.</param>
/// <param name="Seconds">From the first call until the sender was closed.</param>
/// <param name="Packets">Packets that were received.</param>
/// <param name="Lines">Lines in them.</param>
/// <param name="Statistics">What the sender says.</param>
internal sealed record SenderRow(
    AgentKind Kind,
    int Threads,
    long Calls,
    double CallsPerSecond,
    double NanosecondsPerCall,
    double BytesPerCall,
    double Seconds,
    long Packets,
    long Lines,
    DogStatsdStatistics Statistics)
{
    public double PacketsPerSecond => Packets / Seconds;

    public double LinesPerSecond => Lines / Seconds;

    /// <summary>Of the calls, those whose lines were not received.</summary>
    public double ShareLost => 1 - ((double)Lines / Calls);

    /// <summary>Of the calls, those for which the sender had no room.</summary>
    public double ShareQueueFull => (double)Statistics.QueueFull / Calls;

    /// <summary>Lines that the system took and did not hand on.</summary>
    public long LostOnTheWay => Statistics.Sent - Lines;

    /// <summary>Whether each call is in one of the sender's counters, and in that of what was sent or had no room.</summary>
    public bool IsBalanced =>
        Statistics.Pending == 0 && Statistics.Accepted == Calls && Statistics.Accepted == Statistics.Sent + Statistics.QueueFull
            && Statistics.PacketsSent >= Packets;
}
