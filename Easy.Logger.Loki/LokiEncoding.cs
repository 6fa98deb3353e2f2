namespace Easy.Logger.Loki;

/// <summary>How events are sent.</summary>
public enum LokiEncoding
{
    /// <summary>
    /// JSON over HTTP, compressed with gzip unless <see cref="LokiAppender.Compression" /> says otherwise. The fewest bytes on the wire.
    /// </summary>
    Json,

    /// <summary>
    /// Protobuf over HTTP, compressed with snappy as Loki requires it. More bytes on the wire than <see cref="Json" />, and a fraction of
    /// its processor time.
    /// </summary>
    Protobuf,

    /// <summary>
    /// Protobuf over gRPC (HTTP/2 without TLS by prior knowledge, or with it). Made for Loki's distributors: a Loki that is a single
    /// process takes such pushes behind its checks and drops what it does not like without a word. Not on .NET Framework.
    /// </summary>
    Grpc,
}
