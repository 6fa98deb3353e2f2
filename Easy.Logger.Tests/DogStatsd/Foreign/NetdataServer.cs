using System.Net.Sockets;
using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.DogStatsd.Foreign;

/// <summary>
/// netdata with nothing on but its StatsD server: it knows packed values, fields in any order, and DogStatsD's tags, of which it uses
/// three.
/// </summary>
internal sealed class NetdataServer : StatsdReceiver
{
    // A name of the reader's own for each request: a reader that it knows gets what has changed since.
    private const string Query =
        "/api/v1/allmetrics?format=prometheus&source=as-collected&help=no&types=no&timestamps=no"
        + "&filter=statsd_*%20netdata.private_charts%20netdata.statsd_*&server=";

    private readonly TempFolder _folder;
    private readonly SocketsHttpHandler _handler;
    private readonly HttpClient _client;
    private int _requests;

    public NetdataServer()
        : this(new TempFolder())
    {
    }

    private NetdataServer(TempFolder folder)
        : base("netdata", folder.Path)
    {
        _folder = folder;
        _handler = new SocketsHttpHandler { ConnectCallback = (_, cancellation) => Connect(folder.File("api.sock"), cancellation) };
        _client = new HttpClient(_handler) { BaseAddress = new Uri("http://netdata"), Timeout = Eventually.Patience };
        Start();
    }

    /// <summary>Skips a test, and says why, where it cannot run.</summary>
    public static void SkipWithout() => SkipWithout("netdata");

    /// <summary>
    /// What it has accepted since it was started: everything that was sent before this call, and at least so many datagrams. Of timers,
    /// histograms and sets it has what the last of its seconds had in which they were sent; of the rest, all. Takes up to a second: it has
    /// no shorter interval.
    /// </summary>
    public NetdataState Read(int datagrams = 0)
    {
        NetdataState? state = null;
        Await(
            () =>
            {
                state = ReadWhole();
                return state.Datagrams >= datagrams + Fences;
            },
            $"{datagrams} datagram(s)");
        return state!;
    }

    protected override void Dispose(bool disposing)
    {
        base.Dispose(disposing);
        _client.Dispose();
        _handler.Dispose();
        _folder.Dispose();
    }

    private static async ValueTask<Stream> Connect(string path, CancellationToken cancellation)
    {
        Socket? socket = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            await socket.ConnectAsync(new UnixDomainSocketEndPoint(path), cancellation);
            NetworkStream stream = new(socket, ownsSocket: true);
            socket = null;
            return stream;
        }
        finally
        {
            socket?.Dispose();
        }
    }

    // It goes through gauges, counters, and so on, once a second. A gauge that is new is found where that begins, when all that was sent
    // before it has been taken in; the number of metrics is written where it ends.
    private NetdataState ReadWhole()
    {
        NetdataState? state = null;
        string fence = NextFence();
        Send($"{fence}:1|g");
        Await(
            () =>
            {
                state = NetdataState.Parse(
                    _client.GetStringAsync(new Uri($"{Query}{Interlocked.Increment(ref _requests)}", UriKind.Relative)).Result);
                return state[fence, "gauge"].GetValueOrDefault("gauge") == 1 && state.Metrics == state.MetricsSaid;
            },
            fence);
        return state!;
    }
}
