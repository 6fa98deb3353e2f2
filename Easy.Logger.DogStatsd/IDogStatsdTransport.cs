namespace Easy.Logger.DogStatsd;

/// <summary>
/// The way of packets to a server, for those who have one of their own: a pipe, a recording, a test. It is used by one thread at a time, a
/// background thread of the sender's, so it may wait.
/// </summary>
public interface IDogStatsdTransport : IDisposable
{
    /// <summary>
    /// Sends one packet. An exception means that it did not get there: it is tried again with growing pauses, so the transport is to
    /// connect anew of itself.
    /// </summary>
    /// <param name="packet">Lines of the protocol, with a line break between two; of use during the call only.</param>
    /// <returns><see langword="false" /> when the receiver has no room for it at the moment; it is tried again soon.</returns>
    /// <exception cref="System.Net.Sockets.SocketException">
    /// Distinguished by its code: <see cref="System.Net.Sockets.SocketError.MessageSize" /> says that the packet is too large for ever, so
    /// that it is not tried again.
    /// </exception>
    bool TrySend(ReadOnlyMemory<byte> packet);
}
