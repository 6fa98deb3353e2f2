using Easy.Logger.Loki.Batching;

namespace Easy.Logger.Loki.Sending;

/// <summary>
/// A push as it goes over the wire. The same bytes are sent with each try: what a server took before it failed to say so, it knows again.
/// Reused; not thread-safe.
/// </summary>
internal sealed class EncodedPush : IDisposable
{
    public PushFormat Format { get; set; }

    /// <summary>Whose it is; <see langword="null" /> when the server has no tenants.</summary>
    public string? Tenant { get; set; }

    public int Lines { get; set; }

    public ByteBuffer Body { get; } = new(capacity: 64 * 1024);

    public void Dispose() => Body.Dispose();
}

/// <summary>What the bytes of a push are.</summary>
internal enum PushFormat
{
    Json,
    GzipJson,
    SnappyProtobuf,
    Grpc,
    GzipGrpc,
}
