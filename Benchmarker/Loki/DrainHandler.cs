using System.Net;

namespace Benchmarker.Loki;

/// <summary>A server that reads what it is sent, throws it away and answers 204, without any network.</summary>
internal sealed class DrainHandler : HttpMessageHandler
{
    private long _requests;

    public long Requests => Interlocked.Read(ref _requests);

    protected override HttpResponseMessage Send(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        request.Content!.CopyTo(Stream.Null, context: null, cancellationToken);
        Interlocked.Increment(ref _requests);
        return new HttpResponseMessage(HttpStatusCode.NoContent);
    }

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        await request.Content!.CopyToAsync(Stream.Null, cancellationToken);
        Interlocked.Increment(ref _requests);
        return new HttpResponseMessage(HttpStatusCode.NoContent);
    }
}
