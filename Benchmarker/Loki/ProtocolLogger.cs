using Benchmarker.StuckChild;
using Easy.Logger;
using Easy.Logger.Loki;
using log4net;
using log4net.Appender;
using log4net.Config;
using log4net.Layout;
using log4net.Repository.Hierarchy;

namespace Benchmarker.Loki;

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
        forwarder.AddAppender(loki);
        forwarder.ActivateOptions();
        return new ProtocolLogger(forwarder, loki);
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
        loki.ActivateOptions();
        return loki;
    }
}
