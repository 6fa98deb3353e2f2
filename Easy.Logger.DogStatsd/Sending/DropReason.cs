namespace Easy.Logger.DogStatsd.Sending;

/// <summary>Why a line was not sent. The names of the meter are in <see cref="Diagnostics.DogStatsdMeter" />.</summary>
internal enum DropReason
{
    /// <summary>Nothing that the protocol can say: no name, not a number.</summary>
    Invalid,

    /// <summary>Longer than a server reads, or than the system sends.</summary>
    TooLarge,

    /// <summary>As many packets waited as may.</summary>
    QueueFull,

    /// <summary>The server could not be reached when the sender closed, or the sender was closed already.</summary>
    Closed,
}
