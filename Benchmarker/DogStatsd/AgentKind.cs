namespace Benchmarker.DogStatsd;

/// <summary>Where an agent listens.</summary>
internal enum AgentKind
{
    /// <summary>UDP on the loopback address.</summary>
    Udp,

    /// <summary>A Unix datagram socket.</summary>
    Unix,
}
