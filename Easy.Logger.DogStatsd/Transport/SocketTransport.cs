using System.Net;
using System.Net.Sockets;
#if !NET
using System.Runtime.InteropServices;
#endif

namespace Easy.Logger.DogStatsd.Transport;

/// <summary>
/// Sends packets by UDP or into a Unix datagram socket, and never waits for the receiver. Connects with the first packet, and anew after an
/// error: an agent that is started again, or has another address by now, is found. Not thread-safe.
/// </summary>
/// <param name="address">Where to.</param>
internal sealed class SocketTransport(AgentAddress address) : IDogStatsdTransport
{
    /// <summary>
    /// The longest look whether a receiver that is full gets room: it may need microseconds, and a pause would be as long as the system's
    /// clock is coarse.
    /// </summary>
    private const int LookMicroseconds = 10_000;

    private Socket? _socket;
    private int _attempts; // of which each takes the next of a host's addresses

    /// <inheritdoc />
    public bool TrySend(ReadOnlyMemory<byte> packet)
    {
        try
        {
            _socket ??= Connect();
            return TrySendTwice(_socket, packet) || (_socket.Poll(LookMicroseconds, SelectMode.SelectWrite) && TrySendTwice(_socket, packet));
        }
        catch (SocketException e) when (e.SocketErrorCode != SocketError.MessageSize)
        {
            Dispose();
            throw;
        }
    }

    /// <inheritdoc />
    public void Dispose()
    {
        _socket?.Dispose();
        _socket = null;
    }

    /// <summary>Once more when it is too large: a router that finds so says it later, and then the packet behind gets the error.</summary>
    private static bool TrySendTwice(Socket socket, ReadOnlyMemory<byte> packet)
    {
        try
        {
            return TrySend(socket, packet);
        }
        catch (SocketException e) when (e.SocketErrorCode == SocketError.MessageSize)
        {
            return TrySend(socket, packet);
        }
    }

    private static bool TrySend(Socket socket, ReadOnlyMemory<byte> packet)
    {
        try
        {
            Send(socket, packet);
            ThrowIfRefused(socket);
            return true;
        }
        catch (SocketException e) when (e.SocketErrorCode is SocketError.WouldBlock or SocketError.NoBufferSpaceAvailable)
        {
            return false;
        }
    }

    private static void Send(Socket socket, ReadOnlyMemory<byte> packet)
    {
#if NET
        socket.Send(packet.Span, SocketFlags.None);
#else
        if (!MemoryMarshal.TryGetArray(packet, out ArraySegment<byte> array))
        {
            array = new ArraySegment<byte>(packet.ToArray());
        }

        socket.Send(array.Array!, array.Offset, array.Count, SocketFlags.None);
#endif
    }

    /// <summary>
    /// On the same host the system knows at once that nobody listens on a port, but says so only when it is asked, or with the next packet,
    /// which it does not send then. Asking takes 0.6 us (AMD EPYC, .NET 10.0.12). From another host the answer comes later or never, and
    /// what was sent until then is lost.
    /// </summary>
    private static void ThrowIfRefused(Socket socket)
    {
        if (socket.GetSocketOption(SocketOptionLevel.Socket, SocketOptionName.Error) is int error and not (int)SocketError.Success)
        {
            throw new SocketException(error);
        }
    }

    private Socket Connect()
    {
        EndPoint end = address.Path is { } path ? UnixEndPoint.Of(path) : EndPointOf(address);
        Socket socket = new(end.AddressFamily, SocketType.Dgram, address.Path is null ? ProtocolType.Udp : ProtocolType.Unspecified) { Blocking = false };
        try
        {
            socket.Connect(end);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private IPEndPoint EndPointOf(AgentAddress host)
    {
        IPAddress[] all = IPAddress.TryParse(host.Host, out IPAddress? one) ? [one] : Dns.GetHostAddresses(host.Host!);
        return all.Length > 0 ? new IPEndPoint(all[_attempts++ % all.Length], host.Port) : throw new SocketException((int)SocketError.HostNotFound);
    }
}
