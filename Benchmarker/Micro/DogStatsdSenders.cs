using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Benchmarker.Reporting;
using Benchmarker.Throughput;
using Easy.Logger.DogStatsd;

namespace Benchmarker.Micro;

/// <summary>Threads that call a sender as fast as they can, and a socket that receives what it sends.</summary>
internal static class SenderRun
{
    private const string Metric = "page.views";
    private const int CloseMilliseconds = 60_000; // nothing is to be dropped

    public static SenderRow Measure(AgentKind kind, int threads, TimeSpan duration)
    {
        using TemporaryFolder folder = new();
        using CountingAgent agent = new(kind, folder.Path);
        using DogStatsdSender sender = new(new DogStatsdSenderOptions
        {
            Address = agent.Address,
            Tags = new DogStatsdTagSerializer(ArticleTags.Global),
            CloseTimeout = CloseMilliseconds,
        });
        Production production = Production.Run(_ => sender.Counter(Metric, 1, ArticleTags.Texts), threads, duration, _ => { });
        sender.Dispose();
        TimeSpan untilClosed = Stopwatch.GetElapsedTime(production.Started);
        agent.ReadToEnd();
        return new SenderRow(
            kind,
            threads,
            production.Calls,
            production.Calls / production.Elapsed.TotalSeconds,
            production.Elapsed.TotalNanoseconds * threads / production.Calls,
            (double)production.Gc.AllocatedBytes / production.Calls,
            untilClosed.TotalSeconds,
            agent.Packets,
            agent.Lines,
            sender.Statistics);
    }
}

/// <summary>
/// What came of one load on a sender: bytes are those of the whole process, packets and lines what was received until it was closed.
/// </summary>
internal sealed record SenderRow(
    AgentKind Kind,
    int Threads,
    long Calls,
    double CallsPerSecond,
    double NanosecondsPerCall,
    double BytesPerCall,
    double Seconds,
    long Packets,
    long Lines,
    DogStatsdStatistics Statistics)
{
    public double PacketsPerSecond => Packets / Seconds;

    public double LinesPerSecond => Lines / Seconds;

    /// <summary>Of the calls, those whose lines were not received.</summary>
    public double ShareLost => 1 - ((double)Lines / Calls);

    /// <summary>Lines that the system took and did not hand on.</summary>
    public long LostOnTheWay => Statistics.Sent - Lines;

    /// <summary>Whether each call is in one of the sender's counters, and in that of what was sent or had no room.</summary>
    public bool IsBalanced =>
        Statistics.Pending == 0 && Statistics.Accepted == Calls && Statistics.Accepted == Statistics.Sent + Statistics.QueueFull
            && Statistics.PacketsSent >= Packets;
}

/// <summary>The loads as lines.</summary>
internal static class SenderTable
{
    public const string Explanation =
        "Threads call Counter with three tags and three global ones as fast as they can; received is what a socket got in another thread "
            + "of the process, by the time until the "
        + "sender was closed; bytes are those of all threads. Lost counts all lines that were not received: those for which the queue had "
        + "no room, and those that the system took and threw away.";

    public static void Write(TextWriter output, IReadOnlyList<SenderRow> rows)
    {
        TextColumns.Write(output, Lines(rows), numbers: true);
        output.WriteLine(Explanation);
    }

    public static string NameOf(AgentKind kind) => kind == AgentKind.Udp ? "UDP, loopback" : "Unix datagram socket";

    public static IReadOnlyList<string[]> Lines(IReadOnlyList<SenderRow> rows) =>
    [
        ["way", "threads", "calls/s", "ns/call", "bytes/call", "lines/s received", "packets/s received", "lost", "sent", "queue full",
            "lost by the system"],
        .. rows.Select(row => (string[])
        [
            NameOf(row.Kind),
            $"{row.Threads}",
            $"{row.CallsPerSecond:N0}",
            $"{row.NanosecondsPerCall:N0}",
            $"{row.BytesPerCall:N2}",
            $"{row.LinesPerSecond:N0}",
            $"{row.PacketsPerSecond:N0}",
            $"{row.ShareLost:P2}",
            $"{row.Statistics.Sent:N0}",
            $"{row.Statistics.QueueFull:N0}",
            $"{row.LostOnTheWay:N0}",
        ]),
    ];
}

/// <summary>What the sender is judged by. Pure arithmetic.</summary>
internal static class SenderPromises
{
    public static IEnumerable<(bool Holds, string What)> Of(IReadOnlyList<SenderRow> rows)
    {
        yield return (
            rows.Count > 0 && rows.All(row => row.IsBalanced),
            $"calls = sent + queue full, and nothing waits: {string.Join(", ", rows.Select(Counters))}");
        foreach (SenderRow row in rows.Where(row => row.Kind == AgentKind.Unix))
        {
            yield return (
                row.LostOnTheWay == 0 && row.Packets == row.Statistics.PacketsSent,
                $"{SenderTable.NameOf(row.Kind)}, threads {row.Threads}: {row.Lines:N0} lines received in {row.Packets:N0} packets, "
                + $"{row.Statistics.Sent:N0} lines in {row.Statistics.PacketsSent:N0} packets sent; as many as were sent");
        }
    }

    private static string Counters(SenderRow row) => $"{row.Calls:N0} = {row.Statistics.Sent:N0} + {row.Statistics.QueueFull:N0}";
}

/// <summary>Where an agent listens.</summary>
internal enum AgentKind
{
    /// <summary>UDP on the loopback address.</summary>
    Udp,

    /// <summary>A Unix datagram socket.</summary>
    Unix,
}

/// <summary>Where an agent would listen, and a thread that counts what comes.</summary>
internal sealed class CountingAgent : IDisposable
{
    private const byte EndMark = 0; // begins no line
    private const byte LineBreak = (byte)'\n';
    private const int BufferBytes = 1 << 20; // as busy agents are set up, with dogstatsd_so_rcvbuf
    private const int LongestPacket = 1 << 16;
    private const int LastLookMicroseconds = 20_000;

    private static readonly TimeSpan _betweenMarks = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(30);

    private readonly Socket _socket;
    private readonly EndPoint _end;
    private readonly Thread _reader;
    private readonly ManualResetEventSlim _isAtEnd = new();

    /// <param name="kind">Which way packets come.</param>
    /// <param name="folder">Where the file of a Unix socket can be.</param>
    public CountingAgent(AgentKind kind, string folder)
    {
        string path = Path.Combine(folder, "dsd.socket");
        _socket = kind == AgentKind.Udp
            ? new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp)
            : new Socket(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
        _socket.ReceiveBufferSize = BufferBytes;
        _socket.Bind(kind == AgentKind.Udp ? new IPEndPoint(IPAddress.Loopback, 0) : new UnixDomainSocketEndPoint(path));
        _end = _socket.LocalEndPoint!;
        Address = _end is IPEndPoint ip ? $"udp://127.0.0.1:{ip.Port}" : $"unix://{path}";
        _reader = new Thread(Read) { IsBackground = true, Name = "counting agent" };
        _reader.Start();
    }

    /// <summary>What a sender is given.</summary>
    public string Address { get; }

    /// <summary>Of use after <see cref="ReadToEnd" />, as is <see cref="Lines" />.</summary>
    public long Packets { get; private set; }

    public long Lines { get; private set; }

    /// <summary>
    /// Waits until everything is counted that was sent before and not lost. Marks go the same way, and one that is lost is followed by
    /// another.
    /// </summary>
    public void ReadToEnd()
    {
        using Socket marks = new(_socket.AddressFamily, SocketType.Dgram, _socket.ProtocolType);
        marks.Connect(_end);
        long begin = Environment.TickCount64;
        do
        {
            marks.Send([EndMark]);
            if (Environment.TickCount64 - begin > _patience.TotalMilliseconds)
            {
                throw new TimeoutException("The agent's thread does not get to the end.");
            }
        }
        while (!_isAtEnd.Wait(_betweenMarks));

        _reader.Join();
    }

    public void Dispose()
    {
        _socket.Dispose();
        _isAtEnd.Dispose();
    }

    private void Read()
    {
        byte[] buffer = GC.AllocateUninitializedArray<byte>(LongestPacket, pinned: true);
        bool isMarked = false;
        try
        {
            while (!isMarked || _socket.Poll(LastLookMicroseconds, SelectMode.SelectRead))
            {
                ReadOnlySpan<byte> packet = buffer.AsSpan(0, _socket.Receive(buffer));
                if (packet is [EndMark])
                {
                    isMarked = true;
                    continue;
                }

                Packets++;
                Lines += packet.Count(LineBreak) + 1;
            }

            _isAtEnd.Set();
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The end that was asked for, or one that ReadToEnd reports.
        }
    }
}
