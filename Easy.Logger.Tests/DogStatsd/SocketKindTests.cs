using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Easy.Logger.DogStatsd;
using Easy.Logger.DogStatsd.Transport;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Streams, paths that do not say what they are, and hosts that move.</summary>
[Category("DogStatsd")]
[Platform(Exclude = "Win")]
internal sealed class SocketKindTests : IDisposable
{
    private const int Calls = 20_000;

    private readonly TempFolder _folder = new();

    private string SocketPath => _folder.File("s");

    public void Dispose() => _folder.Dispose();

    [TestCase("unixstream://")]
    [TestCase("unix://")]
    [TestCase("")]
    public void Stream_ManyPackets_AreWholeWithTheirLength(string scheme)
    {
        using StreamAgent agent = new(SocketPath);
        using DogStatsdSender sender = SenderScene.SenderTo(scheme + SocketPath);
        for (int i = 0; i < Calls; i++)
        {
            sender.Counter("requests", i);
        }

        Assert.That(Eventually.Returns(() => sender.Flush(-1), "flush"), Is.True);
        Eventually.Holds(() => agent.Lines.Count == Calls, "all lines have come");
        Assert.That(agent.Lines, Is.EqualTo(Enumerable.Range(0, Calls).Select(i => $"requests:{i}|c")));
    }

    [Test]
    public void Stream_AgentIsStartedAgain_NothingIsTornAndLinesArrive()
    {
        using DogStatsdSender sender = SenderScene.SenderTo($"unixstream://{SocketPath}");
        using (StreamAgent first = new(SocketPath))
        {
            sender.Counter("a", 1);
            Assert.That(sender.Flush(10_000), Is.True);
            Eventually.Holds(() => first.Lines.Count == 1, "it has come");
        }

        File.Delete(SocketPath);
        sender.Counter("b", 1);
        Eventually.Holds(() => sender.Statistics.Failures > 0, "nobody is there");
        using StreamAgent second = new(SocketPath);

        Eventually.Holds(() => second.Lines.SequenceEqual(["b:1|c"]), "the packet comes to the next one, from its beginning");
        Assert.That((sender.Statistics.Sent, sender.Statistics.Pending), Is.EqualTo((2L, 0L)));
    }

    [Test]
    public void Datagrams_SocketIsAStream_IsAFailure()
    {
        using StreamAgent agent = new(SocketPath);
        using DogStatsdSender sender = SenderScene.SenderTo($"unixgram://{SocketPath}");

        sender.Counter("a", 1);

        Eventually.Holds(() => sender.Statistics.Failures > 0, "it is another kind of socket");
    }

    /// <summary>UDP to another host reports no error when nobody listens there any more.</summary>
    [Test]
    public void Host_NameHasAnotherAddress_IsFoundWithoutAnError()
    {
        using Socket first = Listen(IPAddress.Parse("127.0.0.1"), port: 0);
        int port = ((IPEndPoint)first.LocalEndPoint!).Port;
        using Socket second = Listen(IPAddress.Parse("127.0.0.2"), port);
        ManualTimeProvider time = new();
        IPAddress[] addresses = [IPAddress.Parse("127.0.0.1")];
        using SocketTransport transport = new(new AgentAddress("agent.example", port, null), _ => Task.FromResult(addresses), time);

        Assert.That(transport.TrySend("a"u8.ToArray()), Is.True);
        addresses = [IPAddress.Parse("127.0.0.2")];
        Assert.That(transport.TrySend("b"u8.ToArray()), Is.True, "it is not looked up each time");
        time.Advance(TimeSpan.FromMinutes(1));
        Assert.That(transport.TrySend("c"u8.ToArray()), Is.True, "nobody waits for the look-up");
        Assert.That(transport.TrySend("d"u8.ToArray()), Is.True);

        Assert.That(Received(first, 3), Is.EqualTo(["a", "b", "c"]));
        Assert.That(Received(second, 1), Is.EqualTo(["d"]));
    }

    [Test]
    public void Host_NameCannotBeResolvedAnyMore_ItsAddressStays()
    {
        using Socket agent = Listen(IPAddress.Loopback, port: 0);
        ManualTimeProvider time = new();
        bool fails = false;
        using SocketTransport transport = new(
            new AgentAddress("agent.example", ((IPEndPoint)agent.LocalEndPoint!).Port, null),
            _ => fails
                ? Task.FromException<IPAddress[]>(new SocketException((int)SocketError.HostNotFound))
                : Task.FromResult(new[] { IPAddress.Loopback }),
            time);
        Assert.That(transport.TrySend("a"u8.ToArray()), Is.True);
        fails = true;

        for (int i = 0; i < 3; i++)
        {
            time.Advance(TimeSpan.FromMinutes(1));
            Assert.That(transport.TrySend("b"u8.ToArray()), Is.True);
        }

        Assert.That(Received(agent, 4), Is.EqualTo(["a", "b", "b", "b"]));
    }

    private static Socket Listen(IPAddress address, int port)
    {
        Socket socket = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        socket.Bind(new IPEndPoint(address, port));
        socket.ReceiveTimeout = (int)Eventually.Patience.TotalMilliseconds;
        return socket;
    }

    private static string[] Received(Socket socket, int count)
    {
        byte[] memory = new byte[100];
        string[] packets = [.. Enumerable.Range(0, count).Select(_ => Encoding.UTF8.GetString(memory, 0, socket.Receive(memory)))];
        Assert.That(socket.Available, Is.Zero);
        return packets;
    }

    /// <summary>An agent that reads a stream, slowly enough that its buffer is full at times.</summary>
    private sealed class StreamAgent : IDisposable
    {
        private readonly Socket _listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        private readonly Lock _lock = new();
        private readonly List<string> _lines = [];
        private readonly Thread _reader;
        private Socket? _connection;

        public StreamAgent(string path)
        {
            _listener.Bind(new UnixDomainSocketEndPoint(path));
            _listener.Listen();
            _reader = new Thread(Read) { IsBackground = true, Name = "stream agent" };
            _reader.Start();
        }

        public IReadOnlyList<string> Lines
        {
            get
            {
                lock (_lock)
                {
                    return [.. _lines];
                }
            }
        }

        public void Dispose()
        {
            _listener.Dispose();
            _connection?.Dispose();
            _reader.Join(Eventually.Patience);
        }

        private void Read()
        {
            try
            {
                _connection = _listener.Accept();
                _connection.ReceiveBufferSize = 1;
                using NetworkStream stream = new(_connection);
                byte[] length = new byte[4];
                while (true)
                {
                    stream.ReadExactly(length);
                    byte[] packet = new byte[BinaryPrimitives.ReadInt32LittleEndian(length)];
                    stream.ReadExactly(packet);
                    lock (_lock)
                    {
                        _lines.AddRange(Encoding.UTF8.GetString(packet).Split('\n'));
                    }
                }
            }
            catch (Exception e) when (e is SocketException or IOException or ObjectDisposedException)
            {
                // The end.
            }
        }
    }
}
