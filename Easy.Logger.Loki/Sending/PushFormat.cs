namespace Easy.Logger.Loki.Sending;

/// <summary>What the bytes of a push are. The numbers are kept in spilled pushes.</summary>
internal enum PushFormat : byte
{
    Json = 1,
    GzipJson = 2,
    SnappyProtobuf = 3,
    Grpc = 4,
    GzipGrpc = 5,
}
