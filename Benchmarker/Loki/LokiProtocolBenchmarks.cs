using BenchmarkDotNet.Attributes;

namespace Benchmarker.Loki;

/// <summary>
/// What does it cost to log and to have it sent, over HTTP and over gRPC? The measurement of the NLog targets for Loki: log calls and a
/// flush, in front of a server of its own process that takes everything, or of the Loki at LOKI_URL and LOKI_GRPC.
/// </summary>
/// <remarks>
/// As published it has four flaws, which are kept. All calls log the same values, because a variable of the loop is captured. HTTP is
/// compressed and gRPC is not. A Loki of one process does less for gRPC than for HTTP (our own server does as much). A batch of 200 is
/// waited for before the next is sent, fifty times for ten thousand. The fair variant has values of its own for each call, no compression
/// for either, and batches of a thousand.
/// </remarks>
[MemoryDiagnoser]
[InvocationCount(1)]
[WarmupCount(50)]
[IterationCount(200)]
public class LokiProtocolBenchmarks
{
    private SinkServer _server = null!;
    private ProtocolLogger _logger = null!;
    private Action[] _calls = [];

    [ParamsAllValues]
    public ProtocolVariant Variant { get; set; }

    [Params(4, 12, 100, 1_000, 10_000)]
    public int NumberLogs { get; set; }

    [GlobalSetup(Target = nameof(Http))]
    public void BeginHttp() => Begin(server => ProtocolLogger.OverHttp(server.Http, Variant));

    [GlobalSetup(Target = nameof(HttpProtobuf))]
    public void BeginHttpProtobuf() => Begin(server => ProtocolLogger.OverHttpProtobuf(server.Http, Variant));

    [GlobalSetup(Target = nameof(Grpc))]
    public void BeginGrpc() => Begin(server => ProtocolLogger.OverGrpc(server.Grpc, Variant));

    [GlobalSetup(Target = nameof(EventsAlone))]
    public void BeginEventsAlone() => Begin(_ => ProtocolLogger.ToNowhere());

    /// <summary>JSON.</summary>
    [Benchmark(Baseline = true)]
    public void Http() => LogAndFlush();

    /// <summary>Protobuf with Snappy, which Loki does not take without.</summary>
    [Benchmark]
    public void HttpProtobuf() => LogAndFlush();

    [Benchmark]
    public void Grpc() => LogAndFlush();

    /// <summary>The same calls into an appender that does nothing: what log4net's own events cost.</summary>
    [Benchmark]
    public void EventsAlone() => LogAndFlush();

    [GlobalCleanup]
    public void End()
    {
        try
        {
            _logger.ThrowIfNotAllArrived();
        }
        finally
        {
            _logger.Dispose();
            _server.Dispose();
        }
    }

    private void Begin(Func<SinkServer, ProtocolLogger> open)
    {
        _server = SinkServer.Find();
        _logger = open(_server);
        _calls = ProtocolCalls.Of(_logger.Log, NumberLogs, sharesValues: Variant == ProtocolVariant.AsPublished);
    }

    private void LogAndFlush()
    {
        foreach (Action call in _calls)
        {
            call();
        }

        _logger.Flush();
    }
}
