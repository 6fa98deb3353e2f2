using BenchmarkDotNet.Attributes;
using Benchmarker.Soak;
using Easy.Logger;
using Easy.Logger.Loki;
using log4net;
using log4net.Appender;
using log4net.Config;
using log4net.Layout;
using log4net.Repository.Hierarchy;

namespace Benchmarker.Micro;

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

/// <summary>How <see cref="LokiProtocolBenchmarks" /> measures.</summary>
public enum ProtocolVariant
{
    /// <summary>With what is wrong with the original.</summary>
    AsPublished,

    /// <summary>Without.</summary>
    Fair,
}

/// <summary>
/// The log calls of the measurement of the NLog targets for Loki: in turn three of a template, and one of a text from a compiler.
/// </summary>
internal static class ProtocolCalls
{
    private static readonly string[] _users = ["Corentin Altepe", "A", "B", "C", "D", "E", "F", "G", "H"];
    private static readonly string[] _destinations = ["127.0.0.1:8475", "A", "B", "C", "D", "E", "F", "G", "H"];
    private static readonly string[] _texts =
    [
        "4 error CS8400: Feature 'target-typed object creation' is not available in C# 8.0. Please use language version 9.0 or greater.",
        "5 error CS8370: Feature 'target-typed object creation' is not available in C# 7.3. Please use language version 9.0 or greater.",
        "6 error CS0246: The type or namespace name 'Logger' could not be found (are you missing a using directive or an assembly "
            + "reference?)",
    ];

    /// <summary>Makes them.</summary>
    public static Action[] Of(ILog log, int count, bool sharesValues) =>
        [.. Enumerable.Range(0, count).Select(i => Call(log, i, sharesValues ? count : i))];

    private static Action Call(ILog log, int place, int value) => (place % 4) switch
    {
        0 => () => log.InfoFormat("1 Receive message from {0} with destination {1}.", User(value), Destination(value)),
        1 => () => log.InfoFormat("2 Receive message from {0} with destination {1}.", User(value), Destination(value)),
        2 => () => log.InfoFormat("3 Receive message from {0} with destination {1}.", User(value), Destination(value)),
        _ => () => log.Info(_texts[value % _texts.Length]),
    };

    private static string User(int value) => _users[value % _users.Length];

    private static string Destination(int value) => _destinations[value % _destinations.Length];
}

/// <summary>A logger with what sends its events to Loki, in a log4net repository of its own.</summary>
internal sealed class ProtocolLogger : IDisposable
{
    private const int PublishedBatch = 200;
    private const int FairBatch = 1_000;
    private const int DelayMilliseconds = 500;

    /// <summary>What <c>level|message|exception|source=logger</c> is in log4net.</summary>
    private const string Pattern = "%level|%message%exception|source=%logger";

    private readonly Hierarchy _repository = (Hierarchy)LogManager.CreateRepository($"loki-{Guid.NewGuid():N}");
    private readonly AsyncBufferingForwardingAppender? _forwarder;
    private readonly LokiAppender? _loki;

    private ProtocolLogger(IAppender appender)
    {
        BasicConfigurator.Configure(_repository, appender);
        Log = LogManager.GetLogger(_repository.Name, "nlog.loki.benchmark.Program");
    }

    private ProtocolLogger(AsyncBufferingForwardingAppender forwarder, LokiAppender loki)
        : this(forwarder)
    {
        _forwarder = forwarder;
        _loki = loki;
    }

    public ILog Log { get; }

    public static ProtocolLogger OverHttp(Uri server, ProtocolVariant variant) =>
        Over(server, "http", LokiEncoding.Json, variant == ProtocolVariant.Fair ? LokiCompression.None : LokiCompression.Gzip, variant);

    public static ProtocolLogger OverHttpProtobuf(Uri server, ProtocolVariant variant) =>
        Over(server, "http", LokiEncoding.Protobuf, LokiCompression.Default, variant);

    public static ProtocolLogger OverGrpc(Uri server, ProtocolVariant variant) =>
        Over(server, "grpc", LokiEncoding.Grpc, LokiCompression.None, variant);

    /// <summary>With an appender that does nothing.</summary>
    public static ProtocolLogger ToNowhere() => new(new NoAppender());

    /// <summary>Waits until everything has arrived.</summary>
    public void Flush()
    {
        if (_forwarder?.Flush(-1) == false)
        {
            throw new InvalidOperationException("The flush did not end.");
        }
    }

    /// <summary>What is refused costs nothing.</summary>
    public void ThrowIfNotAllArrived()
    {
        if (_loki is { Statistics: var statistics } && (statistics.Delivered == 0 || statistics.Delivered != statistics.Received
            || _forwarder!.Statistics.Accepted != statistics.Received))
        {
            throw new InvalidOperationException($"Not everything arrived: {statistics}.");
        }
    }

    public void Dispose() => _repository.Shutdown();

    private static ProtocolLogger Over(
        Uri server, string method, LokiEncoding encoding, LokiCompression compression, ProtocolVariant variant)
    {
        LokiAppender loki = Appender(server, method, encoding, compression);
        AsyncBufferingForwardingAppender forwarder = new()
        {
            Name = "async",
            BufferSize = variant == ProtocolVariant.Fair ? FairBatch : PublishedBatch,
            IdleTime = DelayMilliseconds,
        };
        return new ProtocolLogger(forwarder.Before(loki), loki);
    }

    private static LokiAppender Appender(Uri server, string method, LokiEncoding encoding, LokiCompression compression)
    {
        LokiAppender loki = new()
        {
            Name = "loki",
            Url = server.ToString(),
            Encoding = encoding,
            Compression = compression,
            LevelLabel = string.Empty,
            Layout = new PatternLayout(Pattern),
        };
        loki.AddLabel(new LokiField { Name = "app", Value = "benchmark" });
        loki.AddLabel(new LokiField { Name = "method", Value = method });
        return loki.Activated();
    }
}
