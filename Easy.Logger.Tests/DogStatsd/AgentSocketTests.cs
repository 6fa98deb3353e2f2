using System.Net.Sockets;
using System.Text;
using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>The receiving end of other tests, written to by plain sockets.</summary>
[Category("DogStatsd")]
internal sealed class AgentSocketTests
{
    private TempFolder _folder = null!;

    [SetUp]
    public void MakeFolder() => _folder = new TempFolder();

    [TearDown]
    public void DeleteFolder() => _folder.Dispose();

    [Test]
    public void Udp_Packets_AreKept()
    {
        using AgentSocket agent = new();

        AssertKept(agent);
    }

    [Test]
    [Platform(Exclude = "Win")]
    public void Unix_Packets_AreKept()
    {
        using AgentSocket agent = new(_folder.File("dsd.socket"));

        AssertKept(agent);
    }

    [Test]
    public void Udp_LargestPacket_IsWhole()
    {
        using AgentSocket agent = new();
        using Socket client = Client(agent);

        client.Send(new byte[65507]);

        Assert.That(agent.WaitFor(packets => packets.Count == 1)[0], Has.Length.EqualTo(65507));
    }

    [Test]
    [Platform(Exclude = "Win")]
    public void Unix_BurstOfPackets_LosesNone()
    {
        using AgentSocket agent = new(_folder.File("dsd.socket"));
        using Socket client = Client(agent);

        for (int i = 0; i < 5000; i++)
        {
            client.Send(BitConverter.GetBytes(i));
        }

        IReadOnlyList<byte[]> packets = agent.WaitFor(packets => packets.Count >= 5000);
        Assert.That(packets.Select(packet => BitConverter.ToInt32(packet)), Is.EqualTo(Enumerable.Range(0, 5000)));
    }

    [Test]
    public void Packets_Taken_IsASnapshot()
    {
        using AgentSocket agent = new();
        using Socket client = Client(agent);
        IReadOnlyList<byte[]> before = agent.Packets;

        client.Send("a:1|c"u8);
        agent.WaitFor(packets => packets.Count == 1);

        Assert.That(before, Is.Empty);
    }

    [Test]
    public void Udp_DisposedWhileItWaits_Ends()
    {
        for (int i = 0; i < 20; i++)
        {
            using AgentSocket agent = new();
            Eventually.Returns(agent.Dispose, "dispose");
        }
    }

    [Test]
    [Platform(Exclude = "Win")]
    public void Unix_DisposedWhileItWaits_EndsAndLeavesNoFile()
    {
        string path = _folder.File("dsd.socket");
        for (int i = 0; i < 20; i++)
        {
            using AgentSocket agent = new(path);
            Assert.That(File.Exists(path), Is.True);

            Eventually.Returns(agent.Dispose, "dispose");

            Assert.That(File.Exists(path), Is.False);
        }
    }

    [Test]
    public void Udp_PortOfOneBefore_IsTakenAgain()
    {
        AgentSocket first = new();
        int port = first.Port;
        using Socket client = Client(first);
        first.Dispose();

        using AgentSocket second = new(port);
        client.Send("a:1|c"u8);

        second.WaitFor(packets => packets.Count == 1);
        Assert.That(second.Port, Is.EqualTo(port));
    }

    [Test]
    public void Udp_PortInUse_Throws()
    {
        using AgentSocket agent = new();

        SocketException? thrown = Assert.Throws<SocketException>(() => new AgentSocket(agent.Port).Dispose());

        Assert.That(thrown!.SocketErrorCode, Is.EqualTo(SocketError.AddressAlreadyInUse));
    }

    [Test]
    [Platform(Exclude = "Win")]
    public void Unix_NotRead_FillsUp()
    {
        using AgentSocket agent = new(_folder.File("dsd.socket"), reads: false);
        using Socket client = Client(agent);
        client.Blocking = false;
        byte[] packet = new byte[8192];

        SocketError error = SocketError.Success;
        for (int i = 0; i < 100_000 && error == SocketError.Success; i++)
        {
            client.Send(packet, 0, packet.Length, SocketFlags.None, out error);
        }

        Assert.That(error, Is.EqualTo(SocketError.WouldBlock).Or.EqualTo(SocketError.NoBufferSpaceAvailable));
        Assert.That(agent.Packets, Is.Empty);
    }

    [Test]
    public void Udp_NotRead_KeepsNone()
    {
        using AgentSocket agent = new(reads: false);
        using Socket client = Client(agent);
        client.Blocking = false;
        byte[] packet = new byte[1432];

        for (int i = 0; i < 1000; i++)
        {
            client.Send(packet, 0, packet.Length, SocketFlags.None, out SocketError error);
            Assert.That(
                error, Is.EqualTo(SocketError.Success).Or.EqualTo(SocketError.WouldBlock).Or.EqualTo(SocketError.NoBufferSpaceAvailable));
        }

        Assert.That(agent.Packets, Is.Empty);
    }

    private static void AssertKept(AgentSocket agent)
    {
        using Socket client = Client(agent);
        client.Send("a:1|c\nb:2|g"u8);
        client.Send(ReadOnlySpan<byte>.Empty);
        client.Send("größe:3|g"u8);

        IReadOnlyList<byte[]> packets = agent.WaitFor(packets => packets.Count == 3);

        Assert.That(packets.Select(Encoding.UTF8.GetString), Is.EqualTo(["a:1|c\nb:2|g", "", "größe:3|g"]));
        Assert.That(agent.Packets, Is.EqualTo(packets));
    }

    private static Socket Client(AgentSocket agent)
    {
        Socket client =
            new(agent.EndPoint.AddressFamily, SocketType.Dgram, agent.Path is null ? ProtocolType.Udp : ProtocolType.Unspecified);
        client.Connect(agent.EndPoint);
        return client;
    }
}
