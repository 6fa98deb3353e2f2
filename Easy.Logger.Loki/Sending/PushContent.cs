using System.Net;

namespace Easy.Logger.Loki.Sending;

/// <summary>
/// A body that is sent from where it was encoded. A content of its own class: with those of the framework HttpClient does not look at an
/// answer over HTTP/2 before it has sent everything, and a server that refuses a push reads no further.
/// </summary>
internal sealed class PushContent(EncodedPush push) : HttpContent
{
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        stream.WriteAsync(push.Body.Bytes, 0, push.Body.Length, CancellationToken.None);

#if NET
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken) =>
        stream.WriteAsync(push.Body.Bytes, 0, push.Body.Length, cancellationToken);

    protected override void SerializeToStream(Stream stream, TransportContext? context, CancellationToken cancellationToken) =>
        stream.Write(push.Body.Written);
#endif

    protected override bool TryComputeLength(out long length)
    {
        length = push.Body.Length;
        return true;
    }
}
