using Easy.Logger.DogStatsd.Transport;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Real sockets: an agent that is there, is not there, goes and comes back, moves, or does not read.</summary>
[Category("DogStatsd")]
[Demand("G10")]
internal sealed class SocketTests : FolderTests
{
    private const int Calls = 1_000;

    private string SocketPath => Folder.File("s");

    [TestCase("unixstream://", SocketType.Stream)]
    [TestCase("unix://", SocketType.Stream)]
    [TestCase("", SocketType.Stream)]
    [TestCase("unixgram://")]
    [TestCase("unix://")]
    [TestCase("")]
    [TestCase("udp://")]
    [Platform(Exclude = "Win")]
    public void Packets_ToAnAgent_ArriveWholeAndInOrder(string scheme, SocketType type = SocketType.Dgram)
    {
        int many = type == SocketType.Stream ? 20_000 : Calls;
        using AgentSocket agent = scheme == "udp://" ? new AgentSocket() : new AgentSocket(SocketPath, type);
        // localhost may be ::1 first, where nobody listens
        using DogStatsdSender sender = SenderScene.SenderTo(scheme + (agent.Port > 0 ? $"localhost:{agent.Port}" : SocketPath));
        SendNumbers(sender, 0, many);

        Assert.That(Eventually.Returns(() => sender.Flush(-1), "flush"), Is.True);
        agent.WaitFor(packets => Numbers(packets).Count == many);
        Assert.That(Numbers(agent.Packets), Is.EqualTo(Enumerable.Range(0, many)));
    }

    [Test]
    [Platform(Exclude = "Win")]
    public void Stream_ConnectionEndsInTheMiddleOfAPacket_TheNextGetsItFromItsBeginning()
    {
        byte[] packet = new byte[100_000]; // more than a socket takes at once
        using Socket agent = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        agent.Bind(new UnixDomainSocketEndPoint(SocketPath));
        agent.Listen();
        using SocketTransport transport = new(AgentAddress.Parse($"unixstream://{SocketPath}")!);
        Eventually.Holds(() => !transport.TrySend(packet), "the socket is full");
        agent.Accept().Dispose();

        Assert.That(() => transport.TrySend(packet), Throws.InstanceOf<SocketException>());
        transport.TrySend(packet);
        using NetworkStream next = new(agent.Accept(), ownsSocket: true);
        byte[] length = new byte[sizeof(int)];
        next.ReadExactly(length);
        Assert.That(BitConverter.ToInt32(length), Is.EqualTo(packet.Length));
    }

    [Test]
    [Platform(Exclude = "Win")]
    public void AgentIsStartedAgain_NothingIsLostOrTorn([Values("udp", "unix", "unixstream")] string kind)
    {
        int port = FreePort();
        using DogStatsdSender sender = SenderScene.SenderTo(kind == "udp" ? $"127.0.0.1:{port}" : $"{kind}://{SocketPath}");
        using (AgentSocket first = Agent())
        {
            SendNumbers(sender, 0);
            Assert.That(sender.Flush(10_000), Is.True);
            first.WaitFor(packets => Numbers(packets).Count == Calls);
        }

        SendNumbers(sender, Calls);
        Eventually.Holds(() => sender.Statistics.Failures > 0, "nobody is there");
        using AgentSocket second = Agent();
        SendNumbers(sender, 2 * Calls);

        Assert.That(Eventually.Returns(() => sender.Flush(-1), "flush"), Is.True);
        second.WaitFor(packets => Numbers(packets).Count == 2 * Calls);
        Assert.That(Numbers(second.Packets), Is.EqualTo(Enumerable.Range(Calls, 2 * Calls)));
        Assert.That((sender.Statistics.Sent, sender.Statistics.Pending), Is.EqualTo((3L * Calls, 0L)));

        AgentSocket Agent() => kind switch
        {
            "udp" => new AgentSocket(port),
            "unix" => new AgentSocket(SocketPath),
            _ => new AgentSocket(SocketPath, SocketType.Stream),
        };
    }

    /// <summary>A receiver that is not there or does not read must not hold up the application, nor cost memory without a bound.</summary>
    [TestCase("127.0.0.1")]
    [TestCase("no-such-host.invalid")]
    [TestCase("unix://", TestName = "{m}(no socket)")]
    [TestCase("unix://", SocketType.Dgram, TestName = "{m}(a socket that nobody reads)")]
    [TestCase("unixgram://", SocketType.Stream, TestName = "{m}(a socket of another kind)")]
    [Platform(Exclude = "Win")]
    public void AgentAbsentForTheWholeRun_NoExceptionBoundedMemoryAndCloseInTime(string where, SocketType? socket = null)
    {
        using AgentSocket? agent = socket is { } type ? new AgentSocket(SocketPath, type, reads: false) : null;
        bool isThere = socket == SocketType.Dgram;
        using DogStatsdSender sender = new(new DogStatsdSenderOptions
        {
            Address = where.StartsWith("unix", StringComparison.Ordinal) ? where + SocketPath : $"{where}:{FreePort()}",
            QueueLimit = 10,
            CloseTimeout = isThere ? 50 : 20_000, // until it is over a receiver that is there might read
        });
        for (int i = 0; i < 100_000; i++)
        {
            sender.Counter("requests", 1, new[] { "a:b" });
            sender.Event(new DogStatsdEvent("title", "text"));
        }

        // ten that wait, one that is filled, one with the worker, with 18.5 bytes a line
        Assert.That(sender.Statistics.Pending, Is.LessThanOrEqualTo(12 * 8_192 / 18));
        Eventually.Returns(sender.Dispose, "dispose");

        Eventually.Holds(() => sender.HasEnded, "the thread ends");
        DogStatsdStatistics counters = sender.Statistics;
        Assert.That((counters.Accepted, counters.Pending), Is.EqualTo((200_000L, 0L)));
        Assert.That(counters.QueueFull + counters.Closed + counters.Sent, Is.EqualTo(200_000));
        Assert.That(counters.QueueFull, Is.GreaterThan(100_000));
        Assert.That((counters.Sent > 0, counters.Failures > 0), Is.EqualTo((isThere, !isThere)), "no other socket would do better");
    }

    /// <summary>UDP to another host reports no error when nobody listens there any more.</summary>
    [Test]
    [Platform(Exclude = "Win")]
    public void Host_NameHasAnotherAddressAndThenNone_IsFollowedAndThenStays()
    {
        using AgentSocket first = new();
        using AgentSocket second = new(first.Port, "127.0.0.2");
        ManualTimeProvider time = new();
        Task<IPAddress[]> addresses = Task.FromResult<IPAddress[]>([IPAddress.Parse("127.0.0.1")]);
        using SocketTransport transport = new(new AgentAddress("agent.example", first.Port, null), _ => addresses, time);

        Send("a");
        addresses = Task.FromResult<IPAddress[]>([IPAddress.Parse("127.0.0.2")]);
        Send("it is not looked up each time");
        time.Advance(TimeSpan.FromMinutes(1));
        Send("nobody waits for the look-up");
        Send("b");
        addresses = Task.FromException<IPAddress[]>(new SocketException((int)SocketError.HostNotFound));
        for (int i = 0; i < 3; i++)
        {
            time.Advance(TimeSpan.FromMinutes(1));
            Send("c");
        }

        first.WaitFor(packets => packets.Count == 3);
        second.WaitFor(packets => packets.Count == 4);
        Assert.That(first.Lines, Is.EqualTo(["a", "it is not looked up each time", "nobody waits for the look-up"]));
        Assert.That(second.Lines, Is.EqualTo(["b", "c", "c", "c"]));

        void Send(string line) => Assert.That(transport.TrySend(System.Text.Encoding.UTF8.GetBytes(line)), Is.True, line);
    }

    private static void SendNumbers(DogStatsdSender sender, int from, int count = Calls)
    {
        for (int i = 0; i < count; i++)
        {
            sender.Gauge("n", from + i);
        }
    }

    private static List<int> Numbers(IReadOnlyList<byte[]> packets) =>
        [.. packets.SelectMany(packet => DatagramParser.Parse(packet)).Cast<ParsedMetric>().Select(metric => (int)metric.Numbers.Single())];

    private static int FreePort()
    {
        using AgentSocket socket = new();
        return socket.Port;
    }
}
