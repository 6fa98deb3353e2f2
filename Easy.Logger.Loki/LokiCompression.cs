namespace Easy.Logger.Loki;

/// <summary>What compresses a push. Protobuf over HTTP is always compressed with snappy.</summary>
public enum LokiCompression
{
    /// <summary>What is usual for the encoding: gzip for JSON, nothing for gRPC.</summary>
    Default,

    /// <summary>Nothing.</summary>
    None,

    /// <summary>gzip, at its fastest.</summary>
    Gzip,
}
