using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
#if !NET
using System.Runtime.InteropServices;
#endif

namespace Easy.Logger.DogStatsd.Transport;

/// <summary>
/// Sends packets by UDP or into a Unix socket, and never waits for the receiver. Connects with the first packet, and anew after an error or
/// when the name of the host has another address by now: an agent that is started again or moves is found. Not thread-safe.
/// </summary>
/// <param name="address">Where to.</param>
/// <param name="resolve">Finds the addresses of a host; those that the system knows when it is not given.</param>
/// <param name="time">The clock.</param>
internal sealed class SocketTransport(
    AgentAddress address, Func<string, Task<IPAddress[]>>? resolve = null, TimeProvider? time = null) : IDogStatsdTransport
{
    /// <summary>
    /// The longest look whether a receiver that is full gets room: it may need microseconds, and a pause would be as long as the system's
    /// clock is coarse.
    /// </summary>
    private const int LookMicroseconds = 10_000;

    /// <summary>
    /// How often the name of a host is resolved while packets get through: UDP reports nothing of an agent on another host that has gone.
    /// </summary>
    private static readonly TimeSpan _lookUpPeriod = TimeSpan.FromMinutes(1);

    private readonly Func<string, Task<IPAddress[]>> _resolve = resolve ?? Dns.GetHostAddressesAsync;
    private readonly TimeProvider _time = time ?? TimeProvider.System;
    private readonly byte[] _frame = new byte[sizeof(int)]; // before each packet of a stream
    private Socket? _socket;
    private int _frameSent; // bytes of the frame and the packet under way that a stream has taken
    private int _attempts; // of which each takes the next of a host's addresses
    private Task<IPAddress[]>? _lookUp;
    private long _lookedUpAt;

    /// <inheritdoc />
    public bool TrySend(ReadOnlyMemory<byte> packet)
    {
        try
        {
            FollowName();
            _socket ??= Connect();
            return TrySendTwice(_socket, packet)
                || (_socket.Poll(LookMicroseconds, SelectMode.SelectWrite) && TrySendTwice(_socket, packet));
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
        _lookUp = null; // of the address that was left
        _frameSent = 0; // the next connection gets the packet from its beginning
    }

    /// <summary>Once more when it is too large: a router that finds so says it later, and then the packet behind gets the error.</summary>
    private bool TrySendTwice(Socket socket, ReadOnlyMemory<byte> packet)
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

    private bool TrySend(Socket socket, ReadOnlyMemory<byte> packet)
    {
        try
        {
            if (socket.SocketType == SocketType.Stream)
            {
                SendFrame(socket, packet);
            }
            else
            {
                Send(socket, packet);
                ThrowIfRefused(socket);
            }

            return true;
        }
        catch (SocketException e) when (e.SocketErrorCode is SocketError.WouldBlock or SocketError.NoBufferSpaceAvailable)
        {
            return false;
        }
    }

    /// <summary>
    /// The length in four bytes, the least one first, and the packet:
    /// https://docs.datadoghq.com/developers/dogstatsd/unix_socket. What did not fit goes with the next call, which has the same packet.
    /// </summary>
    private void SendFrame(Socket socket, ReadOnlyMemory<byte> packet)
    {
        BinaryPrimitives.WriteInt32LittleEndian(_frame, packet.Length);
        while (_frameSent < _frame.Length + packet.Length)
        {
            _frameSent += _frameSent < _frame.Length
                ? Send(socket, _frame.AsMemory(_frameSent))
                : Send(socket, packet.Slice(_frameSent - _frame.Length));
        }

        _frameSent = 0;
    }

    private static int Send(Socket socket, ReadOnlyMemory<byte> bytes)
    {
#if NET
        return socket.Send(bytes.Span, SocketFlags.None);
#else
        if (!MemoryMarshal.TryGetArray(bytes, out ArraySegment<byte> array))
        {
            array = new ArraySegment<byte>(bytes.ToArray());
        }

        return socket.Send(array.Array!, array.Offset, array.Count, SocketFlags.None);
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
        if (address.Path is not { } path)
        {
            _lookedUpAt = _time.GetTimestamp();
            return Connect(HostEndPoint(), SocketType.Dgram, ProtocolType.Udp);
        }

        EndPoint end = UnixEndPoint(path);
        try
        {
            return Connect(end, address.Kind ?? SocketType.Dgram, ProtocolType.Unspecified);
        }
        catch (SocketException e) when (address.Kind is null && e.SocketErrorCode == SocketError.ProtocolType)
        {
            return Connect(end, SocketType.Stream, ProtocolType.Unspecified);
        }
    }

#if NET
    private static UnixDomainSocketEndPoint UnixEndPoint(string path) => new(path);
#else
    /// <summary>No part of netstandard2.0, but of .NET Core 2.1 and later, and .NET Framework never had datagrams of this kind.</summary>
    private static EndPoint UnixEndPoint(string path)
    {
        const string Name = "System.Net.Sockets.UnixDomainSocketEndPoint, ";
        Type type = Type.GetType(Name + "System.Net.Sockets") ?? Type.GetType(Name + "System.Core")
            ?? throw new PlatformNotSupportedException("This framework has no Unix sockets; UDP works everywhere.");
        return (EndPoint)Activator.CreateInstance(type, path)!;
    }
#endif

    private static Socket Connect(EndPoint end, SocketType type, ProtocolType protocol)
    {
        Socket socket = new(end.AddressFamily, type, protocol) { Blocking = false };
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

    private IPEndPoint HostEndPoint()
    {
        string host = address.Host!;
        IPAddress[] all = IPAddress.TryParse(host, out IPAddress? one) ? [one] : _resolve(host).GetAwaiter().GetResult();
        return all.Length > 0
            ? new IPEndPoint(all[_attempts++ % all.Length], address.Port)
            : throw new SocketException((int)SocketError.HostNotFound);
    }

    /// <summary>Leaves an address that the name of the host has no more. Nobody waits for the look-up.</summary>
    private void FollowName()
    {
        if (_lookUp is { IsCompleted: true } done)
        {
            _lookUp = null;
            if (done.Status == TaskStatus.RanToCompletion && done.Result.Length > 0 && _socket?.RemoteEndPoint is IPEndPoint current
                && !Array.Exists(done.Result, known => known.Equals(current.Address)))
            {
                Dispose();
            }
        }
        else if (_lookUp is null && _socket is not null && address.Host is { } host && !IPAddress.TryParse(host, out _)
            && _time.GetElapsedTime(_lookedUpAt) >= _lookUpPeriod)
        {
            _lookedUpAt = _time.GetTimestamp();
            _lookUp = _resolve(host);
            _ = _lookUp.ContinueWith( // seen here, or the application would hear of it when it is collected
                static failed => failed.Exception, CancellationToken.None,
                TaskContinuationOptions.OnlyOnFaulted | TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        }
    }
}
