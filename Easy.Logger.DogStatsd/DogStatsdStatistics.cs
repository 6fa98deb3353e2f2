namespace Easy.Logger.DogStatsd;

/// <summary>
/// What became of the metrics, events and service checks of a <see cref="DogStatsdSender" />, each of which is a line:
/// <see cref="Accepted" /> = <see cref="Sent" /> + <see cref="Invalid" /> + <see cref="TooLarge" /> + <see cref="QueueFull" /> +
/// <see cref="Closed" /> + <see cref="Pending" />. Immutable.
/// </summary>
public sealed class DogStatsdStatistics
{
    internal DogStatsdStatistics()
    {
    }

    /// <summary>Calls that were to be sent; those that were left out by their sample rate are not counted.</summary>
    public long Accepted { get; internal init; }

    /// <summary>Lines that the system took to send. A server on another host may still not have got them: nobody says so.</summary>
    public long Sent { get; internal init; }

    /// <summary>Lines that the protocol has no way to say: those with an empty name, a value that is no number, or an empty text.</summary>
    public long Invalid { get; internal init; }

    /// <summary>Lines of more than 8,192 bytes, and those that the system refused for their size.</summary>
    public long TooLarge { get; internal init; }

    /// <summary>Lines for which there was no room, because the server took none or not fast enough.</summary>
    public long QueueFull { get; internal init; }

    /// <summary>
    /// Lines that still waited when the sender was closed and the server could not be reached, and those that came later.
    /// </summary>
    public long Closed { get; internal init; }

    /// <summary>Lines that wait to be sent.</summary>
    public long Pending => Accepted - Sent - Invalid - TooLarge - QueueFull - Closed;

    /// <summary>Packets that the system took.</summary>
    public long PacketsSent { get; internal init; }

    /// <summary>The bytes of those packets, without the headers of the network.</summary>
    public long BytesSent { get; internal init; }

    /// <summary>Attempts to send a packet that failed: nobody listened, the host was not found, the receiver was gone.</summary>
    public long Failures { get; internal init; }

    internal DogStatsdStatistics Plus(DogStatsdStatistics other) => new()
    {
        Accepted = Accepted + other.Accepted,
        Sent = Sent + other.Sent,
        Invalid = Invalid + other.Invalid,
        TooLarge = TooLarge + other.TooLarge,
        QueueFull = QueueFull + other.QueueFull,
        Closed = Closed + other.Closed,
        PacketsSent = PacketsSent + other.PacketsSent,
        BytesSent = BytesSent + other.BytesSent,
        Failures = Failures + other.Failures,
    };
}
