namespace Easy.Logger.DogStatsd;

/// <summary>
/// What became of the metrics, events and service checks of a <see cref="DogStatsdSender" />, each of which is a line:
/// <see cref="Accepted" /> = <see cref="Sent" /> + <see cref="Invalid" /> + <see cref="TooLarge" /> + <see cref="QueueFull" /> +
/// <see cref="Closed" /> + <see cref="Pending" />. Immutable.
/// </summary>
public sealed class DogStatsdStatistics
{
    internal DogStatsdStatistics(
        long accepted, long sent, long invalid, long tooLarge, long queueFull, long closed, long packetsSent, long bytesSent, long failures)
    {
        Accepted = accepted;
        Sent = sent;
        Invalid = invalid;
        TooLarge = tooLarge;
        QueueFull = queueFull;
        Closed = closed;
        PacketsSent = packetsSent;
        BytesSent = bytesSent;
        Failures = failures;
    }

    /// <summary>Calls that were to be sent; those that were left out by their sample rate are not counted.</summary>
    public long Accepted { get; }

    /// <summary>Lines that the system took to send. A server on another host may still not have got them: nobody says so.</summary>
    public long Sent { get; }

    /// <summary>Lines that the protocol has no way to say: those with an empty name, a value that is no number, or an empty text.</summary>
    public long Invalid { get; }

    /// <summary>Lines of more than 8,192 bytes, and those that the system refused for their size.</summary>
    public long TooLarge { get; }

    /// <summary>Lines for which there was no room, because the server took none or not fast enough.</summary>
    public long QueueFull { get; }

    /// <summary>
    /// Lines that still waited when the sender was closed and the server could not be reached, and those that came later.
    /// </summary>
    public long Closed { get; }

    /// <summary>Lines that wait to be sent.</summary>
    public long Pending => Accepted - Sent - Invalid - TooLarge - QueueFull - Closed;

    /// <summary>Packets that the system took.</summary>
    public long PacketsSent { get; }

    /// <summary>The bytes of those packets, without the headers of the network.</summary>
    public long BytesSent { get; }

    /// <summary>Attempts to send a packet that failed: nobody listened, the host was not found, the receiver was gone.</summary>
    public long Failures { get; }

    internal DogStatsdStatistics Plus(DogStatsdStatistics other) => new(
        Accepted + other.Accepted,
        Sent + other.Sent,
        Invalid + other.Invalid,
        TooLarge + other.TooLarge,
        QueueFull + other.QueueFull,
        Closed + other.Closed,
        PacketsSent + other.PacketsSent,
        BytesSent + other.BytesSent,
        Failures + other.Failures);
}
