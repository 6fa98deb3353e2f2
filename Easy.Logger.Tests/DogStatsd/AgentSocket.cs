using System.Buffers.Binary;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>An agent's end: UDP on a loopback address, or a Unix socket for datagrams or a stream. Keeps every packet.</summary>
internal sealed class AgentSocket : IDisposable
{
    private const int LargeBuffer = 1 << 23;
    private const int SmallBuffer = 1 << 12;

    private readonly ConcurrentQueue<byte[]> _packets = [];
    private readonly Socket _socket;
    private readonly Task? _reading;
    private Socket? _connection;
    private volatile bool _isDisposed;

    public AgentSocket(int port = 0, string address = "127.0.0.1")
        : this(new IPEndPoint(IPAddress.Parse(address), port), SocketType.Dgram, reads: true)
    {
    }

    public AgentSocket(string path, SocketType type = SocketType.Dgram, bool reads = true)
        : this(new UnixDomainSocketEndPoint(path), type, reads)
    {
    }

    private AgentSocket(EndPoint local, SocketType type, bool reads)
    {
        _socket = new Socket(local.AddressFamily, type, ProtocolType.Unspecified);
        _socket.ReceiveBufferSize = reads ? LargeBuffer : SmallBuffer;
        _socket.Bind(local);
        if (type == SocketType.Stream)
        {
            _socket.Listen();
        }

        Port = (_socket.LocalEndPoint as IPEndPoint)?.Port ?? 0;
        _reading = reads
            ? Task.Factory.StartNew(Read, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default)
            : null;
    }

    public int Port { get; }

    public IReadOnlyList<byte[]> Packets => [.. _packets];

    public IReadOnlyList<string> Lines => [.. Packets.SelectMany(packet => Encoding.UTF8.GetString(packet).Split('\n'))];

    public IReadOnlyList<byte[]> WaitFor(
        Func<IReadOnlyList<byte[]>, bool> condition, [CallerArgumentExpression(nameof(condition))] string what = "")
    {
        Eventually.Holds(() => condition(Packets), $"packets, {what}; {_reading?.Exception}");
        return Packets;
    }

    public void Dispose()
    {
        _isDisposed = true;
        _socket.Dispose(); // ends a receive that waits
        _connection?.Dispose();
        Assert.That(_reading?.Wait(Eventually.Patience), Is.Not.False, "The receive did not end.");
    }

    private void Read()
    {
        try
        {
            if (_socket.SocketType == SocketType.Stream)
            {
                ReadStream();
            }

            // More than any datagram has.
            byte[] buffer = GC.AllocateUninitializedArray<byte>(1 << 20);
            for (int length = _socket.Receive(buffer); !_isDisposed; length = _socket.Receive(buffer))
            {
                _packets.Enqueue(buffer[..length]);
            }
        }
        catch (Exception e) when (_isDisposed || e is EndOfStreamException)
        {
            // The end that was asked for, or the sender's.
        }
    }

    /// <summary>Slowly enough that its buffer is full at times.</summary>
    private void ReadStream()
    {
        _connection = _socket.Accept();
        _connection.ReceiveBufferSize = 1;
        using NetworkStream stream = new(_connection);
        byte[] length = new byte[sizeof(int)];
        while (true)
        {
            stream.ReadExactly(length);
            byte[] packet = new byte[BinaryPrimitives.ReadInt32LittleEndian(length)];
            stream.ReadExactly(packet);
            _packets.Enqueue(packet);
        }
    }
}
