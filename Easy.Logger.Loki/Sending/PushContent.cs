using System.Net;
using System.Net.Http.Headers;

namespace Easy.Logger.Loki.Sending;

/// <summary>A body that is sent from where it was encoded.</summary>
internal sealed class PushContent : HttpContent
{
    private static readonly MediaTypeHeaderValue _json = new("application/json");
    private static readonly MediaTypeHeaderValue _protobuf = new("application/x-protobuf");
    private static readonly MediaTypeHeaderValue _grpc = new("application/grpc");

    private readonly EncodedPush _push;

    public PushContent(EncodedPush push)
    {
        _push = push;
        Headers.ContentType = push.Format switch
        {
            PushFormat.SnappyProtobuf => _protobuf,
            PushFormat.Grpc or PushFormat.GzipGrpc => _grpc,
            _ => _json,
        };
        if (push.Format == PushFormat.GzipJson)
        {
            Headers.ContentEncoding.Add("gzip");
        }
    }

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        stream.WriteAsync(_push.Body.Bytes, 0, _push.Body.Length, CancellationToken.None);

#if NET
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken) =>
        stream.WriteAsync(_push.Body.Bytes, 0, _push.Body.Length, cancellationToken);

    protected override void SerializeToStream(Stream stream, TransportContext? context, CancellationToken cancellationToken) =>
        stream.Write(_push.Body.Written);
#endif

    protected override bool TryComputeLength(out long length)
    {
        length = _push.Body.Length;
        return true;
    }
}
