using System.Net.Sockets;
using Easy.Logger.DogStatsd;

namespace ExitProbe;

/// <summary>The heap has a limit, and the program has used it up.</summary>
internal static class NoMemoryScenarios
{
    private const int Metrics = 18_600; // the last eight hundred find no memory; more would try .NET itself for longer
    private const int PacketBytes = 60_000; // when there is no memory for one there is some left, which .NET's finalizer thread needs
    private const int AgentMicroseconds = 500_000;

    /// <summary>Metrics wait for an agent that comes late, until there is no memory for more.</summary>
    public static int SendMetrics(string folder)
    {
        string path = Path.Combine(folder, "agent");
        UnixDomainSocketEndPoint place = new(path);
        using Socket agent = new(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
        byte[] datagram = new byte[65_536];
        byte[]? reserve = new byte[8 << 20];

        // No timer is due meanwhile: .NET ends a process in which a thread of its pool finds no memory.
        using DogStatsdSender sender = new(
            new DogStatsdSenderOptions
            {
                Address = $"unixgram://{path}",
                MaxPacketBytes = PacketBytes,
                QueueLimit = 1_000_000,
                FlushPeriod = 3_600_000,
            });
        string[] tags = [new string('t', 3_000)];
        int thrown = 0;
        for (int i = 0; i < Metrics; i++)
        {
            try
            {
                sender.Counter("calls", 1, tags);
            }
            catch (OutOfMemoryException)
            {
                thrown++;
            }
        }

        GC.KeepAlive(reserve);
        reserve = null;
        GC.Collect();
        agent.Bind(place);
        new Thread(() => sender.Flush(-1)) { IsBackground = true }.Start();
        long received = 0;
        while (agent.Poll(AgentMicroseconds, SelectMode.SelectRead) || sender.Statistics.Pending > 0)
        {
            if (agent.Available > 0)
            {
                received += datagram.AsSpan(0, agent.Receive(datagram)).Count("calls:"u8);
            }
        }

        DogStatsdStatistics statistics = sender.Statistics;
        Logging.Print($"thrown {thrown} unaccounted {Metrics - statistics.Sent - statistics.QueueFull} lost {statistics.Sent - received}");
        Logging.Print($"full {statistics.QueueFull} ");
        return 144;
    }
}
