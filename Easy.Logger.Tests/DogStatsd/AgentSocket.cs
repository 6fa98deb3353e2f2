using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Where an agent would listen: UDP on the loopback address, or a Unix datagram socket. Keeps every packet that comes.</summary>
internal sealed class AgentSocket : IDisposable
{
    private const int LargeBuffer = 1 << 23;
    private const int SmallBuffer = 1 << 12;

    private readonly Lock _lock = new();
    private readonly List<byte[]> _packets = [];
    private readonly Socket _socket;
    private readonly Thread? _reader;
    private Exception? _failure;
    private volatile bool _isDisposed;

    /// <param name="port">0 takes one that is free.</param>
    /// <param name="reads">Whether packets are taken at all. What is not taken fills the buffer of the socket.</param>
    public AgentSocket(int port = 0, bool reads = true)
        : this(new IPEndPoint(IPAddress.Loopback, port), ProtocolType.Udp, reads)
    {
    }

    /// <param name="path">The file of the socket, gone when this is disposed of.</param>
    /// <param name="reads">Whether packets are taken at all. What is not taken fills the buffer of the socket.</param>
    public AgentSocket(string path, bool reads = true)
        : this(new UnixDomainSocketEndPoint(path), ProtocolType.Unspecified, reads) => Path = path;

    private AgentSocket(EndPoint local, ProtocolType protocol, bool reads)
    {
        _socket = new Socket(local.AddressFamily, SocketType.Dgram, protocol);
        try
        {
            _socket.ReceiveBufferSize = reads ? LargeBuffer : SmallBuffer;
            _socket.Bind(local);
        }
        catch
        {
            _socket.Dispose();
            throw;
        }

        EndPoint = _socket.LocalEndPoint ?? local;
        if (reads)
        {
            _reader = new Thread(Read) { IsBackground = true, Name = "agent socket" };
            _reader.Start();
        }
    }

    /// <summary>Where packets are to be sent.</summary>
    public EndPoint EndPoint { get; }

    /// <summary>The port, when it is UDP.</summary>
    public int Port => EndPoint is IPEndPoint ip ? ip.Port : throw new InvalidOperationException("A Unix socket has no port.");

    /// <summary>The file of the socket, when it is one of Unix.</summary>
    public string? Path { get; }

    /// <summary>What has come so far, in that order.</summary>
    public IReadOnlyList<byte[]> Packets
    {
        get
        {
            lock (_lock)
            {
                return [.. _packets];
            }
        }
    }

    /// <summary>The packets, once they are what the test waits for.</summary>
    public IReadOnlyList<byte[]> WaitFor(
        Func<IReadOnlyList<byte[]>, bool> condition, [CallerArgumentExpression(nameof(condition))] string what = "")
    {
        IReadOnlyList<byte[]> packets = [];
        Eventually.Holds(
            () =>
            {
                Assert.That(Volatile.Read(ref _failure), Is.Null, "The socket is not read any more.");
                packets = Packets;
                return condition(packets);
            },
            $"packets, {what}");
        return packets;
    }

    public void Dispose()
    {
        if (_isDisposed)
        {
            return;
        }

        _isDisposed = true;

        // Ends a receive that waits.
        _socket.Dispose();
        bool isDone = _reader?.Join(Eventually.Patience) != false;
        if (Path is not null)
        {
            File.Delete(Path);
        }

        Assert.That(isDone, Is.True, "The receive did not end.");
    }

    private void Read()
    {
        // More than any datagram has.
        byte[] buffer = GC.AllocateUninitializedArray<byte>(1 << 20);
        try
        {
            while (true)
            {
                int length = _socket.Receive(buffer);
                if (_isDisposed)
                {
                    return;
                }

                lock (_lock)
                {
                    _packets.Add(buffer[..length]);
                }
            }
        }
        catch (Exception) when (_isDisposed)
        {
            // The end that was asked for.
        }
        catch (Exception e)
        {
            Volatile.Write(ref _failure, e);
        }
    }
}
