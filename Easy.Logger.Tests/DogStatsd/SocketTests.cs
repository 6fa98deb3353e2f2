using Easy.Logger.DogStatsd;
using Easy.Logger.DogStatsd.Configuration;
using Easy.Logger.Tests.DogStatsd.Agent;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Real sockets: an agent that is there, is not there, goes and comes back, does not read, or is asked for too much.</summary>
[Category("DogStatsd")]
internal sealed class SocketTests : IDisposable
{
    private const int Calls = 1_000;

    private readonly TempFolder _folder = new();

    private string SocketPath => _folder.File("dsd.socket");

    public void Dispose() => _folder.Dispose();

    [Test]
    [Platform(Exclude = "Win")]
    public void AllKinds_AreReadByAnAgent([Values("udp://", "unix://", "unixgram://", "")] string scheme)
    {
        using AgentSocket agent = scheme == "udp://" ? new AgentSocket() : new AgentSocket(SocketPath);
        // localhost may be ::1 first, where nobody listens
        using DogStatsdSender sender = SenderScene.SenderTo(scheme + (agent.Path ?? $"localhost:{agent.Port}"));
        sender.Counter("counter", 1, new[] { "a:b" });
        sender.Gauge("gauge", 0.5);
        sender.Histogram("histogram", 1);
        sender.Distribution("distribution", [1, 2]);
        sender.Timer("timer", 3);
        sender.Set("set", "member");
        sender.Event(new DogStatsdEvent("\u00FCber", "first\nsecond"));
        sender.ServiceCheck("check", DogStatsdServiceStatus.Ok, "fine");
        sender.Counter("last", 1);

        Assert.That(sender.Flush(10_000), Is.True);
        agent.WaitFor(packets => packets.Count == 1);
        IReadOnlyList<ParsedLine> lines = DatagramParser.Parse(agent.Packets[0]);
        Assert.That(
            lines.Select(line => line switch
            {
                ParsedMetric metric => $"{metric.Name} {metric.Type} {string.Join(' ', metric.Values)} {string.Join(' ', metric.Tags)}",
                ParsedEvent happened => $"{happened.Title} {happened.Text}",
                ParsedServiceCheck check => $"{check.Name} {check.Status} {check.Message}",
                _ => string.Empty,
            }),
            Is.EqualTo(new[]
            {
                "counter c 1 a:b", "gauge g 0.5 ", "histogram h 1 ", "distribution d 1 2 ", "timer ms 3 ", "set s member ",
                "\u00FCber first\nsecond", "check 0 fine", "last c 1 ",
            }));
        Assert.That(sender.Statistics.Sent, Is.EqualTo(9));
    }

    /// <summary>1,432 bytes, as Datadog's clients have it: it fits into a frame of an Ethernet.</summary>
    [Test]
    [Demand("G10")]
    public void UdpPackets_FitIntoAFrame()
    {
        using AgentSocket agent = new();
        using DogStatsdSender sender = SenderScene.SenderTo($"127.0.0.1:{agent.Port}");
        for (int i = 0; i < Calls; i++)
        {
            sender.Counter("requests", 1, new[] { "a:b" });
        }

        sender.Flush(10_000);
        IReadOnlyList<byte[]> packets = agent.WaitFor(packets => packets.Sum(packet => DatagramParser.Parse(packet).Count) == Calls);

        Assert.That(packets.Select(packet => packet.Length), Is.All.LessThanOrEqualTo(1_432));
        Assert.That(packets.SkipLast(1).Select(packet => packet.Length), Is.All.GreaterThan(1_432 - 20));
    }

    [Test]
    [Platform(Exclude = "Win")]
    [Demand("G10")]
    public void AgentIsStartedAgain_NothingIsLost([Values] bool isUnix)
    {
        int port = isUnix ? 0 : FreePort();
        using DogStatsdSender sender = SenderScene.SenderTo(isUnix ? $"unix://{SocketPath}" : $"127.0.0.1:{port}");
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

        AgentSocket Agent() => isUnix ? new AgentSocket(SocketPath) : new AgentSocket(port);
    }

    /// <summary>A receiver that does not read must not hold up the application, nor cost memory without a bound.</summary>
    [Test]
    [Platform(Exclude = "Win")]
    [Demand("G10")]
    public void AgentDoesNotRead_CallsGoOnAndTheRestIsCounted()
    {
        using AgentSocket agent = new(SocketPath, reads: false);
        using DogStatsdSender sender =
            new(new DogStatsdSenderOptions { Address = $"unix://{agent.Path}", QueueLimit = 5, CloseTimeout = 50, MaxPacketBytes = 1_000 });
        for (int i = 0; i < 20_000; i++)
        {
            sender.Counter("requests", 1);
        }

        DogStatsdStatistics counters = sender.Statistics;
        Assert.That(counters.QueueFull, Is.GreaterThan(10_000));
        Assert.That(counters.Failures, Is.Zero); // it is there, and no other socket would do better
        Assert.That(counters.Pending * 13, Is.LessThan(8 * 1_000)); // five that wait, one that is filled, one with the worker
        Eventually.Returns(sender.Dispose, "dispose");
        Eventually.Holds(() => sender.HasEnded, "the thread ends");
        Assert.That((sender.Statistics.Accepted, sender.Statistics.Pending), Is.EqualTo((20_000L, 0L)));
    }

    [TestCase("127.0.0.1")]
    [TestCase("unix")]
    [TestCase("no-such-host.invalid")]
    [Platform(Exclude = "Win")]
    [Demand("G10")]
    public void AgentAbsentForTheWholeRun_NoExceptionBoundedMemoryAndCloseInTime(string where)
    {
        string address = where == "unix" ? $"unix://{SocketPath}" : $"{where}:{FreePort()}";
        using DogStatsdSender sender = new(new DogStatsdSenderOptions { Address = address, QueueLimit = 10, CloseTimeout = 20_000 });
        for (int i = 0; i < 100_000; i++)
        {
            sender.Counter("requests", 1, new[] { "a:b" });
            sender.Event(new DogStatsdEvent("title", "text"));
        }

        // ten that wait, one that is filled, one with the worker, with 18.5 bytes a line
        Assert.That(sender.Statistics.Pending, Is.LessThanOrEqualTo(12 * 8_192 / 18));
        Eventually.Returns(sender.Dispose, "dispose");

        DogStatsdStatistics counters = sender.Statistics;
        Assert.That(sender.HasEnded, Is.True);
        Assert.That((counters.Accepted, counters.Sent, counters.Pending), Is.EqualTo((200_000L, 0L, 0L)));
        Assert.That(
            (counters.QueueFull + counters.Closed, counters.QueueFull > 0, counters.Failures > 0), Is.EqualTo((200_000L, true, true)));
    }

    [Test]
    public void Udp_LargestPacket_IsSent()
    {
        using AgentSocket agent = new();
        using DogStatsdSender sender =
            SenderScene.SenderTo($"127.0.0.1:{agent.Port}", options => options.MaxPacketBytes = OptionBounds.MaxPacketBytes.Max);
        string tag = new('x', 4_000);
        for (int i = 0; i < 16; i++)
        {
            sender.Counter("a", 1, new[] { tag });
        }

        Assert.That(sender.Flush(10_000), Is.True);
        agent.WaitFor(packets => packets.Sum(packet => DatagramParser.Parse(packet).Count) == 16);
        Assert.That(agent.Packets[0], Has.Length.GreaterThan(60_000));
    }

    private static void SendNumbers(DogStatsdSender sender, int from)
    {
        for (int i = 0; i < Calls; i++)
        {
            sender.Gauge("n", from + i);
        }
    }

    private static List<int> Numbers(IReadOnlyList<byte[]> packets) =>
        [.. packets.SelectMany(packet => DatagramParser.Parse(packet)).OfType<ParsedMetric>().Select(
            metric => (int)metric.Numbers.Single())];

    private static int FreePort()
    {
        using AgentSocket socket = new();
        return socket.Port;
    }
}
