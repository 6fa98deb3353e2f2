using System.Net;
using System.Net.Sockets;

namespace Benchmarker.DogStatsd;

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
