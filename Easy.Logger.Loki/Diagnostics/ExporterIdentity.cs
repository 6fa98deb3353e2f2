using System.Diagnostics;

namespace Easy.Logger.Loki.Diagnostics;

/// <summary>What the meter calls an appender, and where that one sends to. Thread-safe.</summary>
/// <param name="name">The name of the appender, which may still change.</param>
internal sealed class ExporterIdentity(Func<string> name)
{
    private volatile Destination _destination = new(LokiEncoding.Json, null);

    public string Name => name();

    /// <summary>Attributes of every measurement.</summary>
    public TagList Tags
    {
        get
        {
            Destination destination = _destination;
            return new TagList
            {
                { MeterNames.ComponentName, name() },
                { LokiMeter.ComponentType, destination.Type },
                { LokiMeter.ServerAddress, destination.Host },
                { LokiMeter.ServerPort, destination.Port },
            };
        }
    }

    /// <summary>Whether it sends by gRPC, whose statuses are others than those of HTTP.</summary>
    public bool IsGrpc => _destination.IsGrpc;

    public void SendTo(LokiEncoding encoding, Uri? address) => _destination = new Destination(encoding, address);

    private sealed class Destination(LokiEncoding encoding, Uri? address)
    {
        public bool IsGrpc { get; } = encoding == LokiEncoding.Grpc;

        public string Type => IsGrpc ? "loki_grpc" : "loki_http";

        public string Host { get; } = address?.Host ?? string.Empty;

        public object Port { get; } = address?.Port ?? 0; // boxed once
    }
}
