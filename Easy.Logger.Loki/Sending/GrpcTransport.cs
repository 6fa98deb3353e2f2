#if NET
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using Easy.Logger.Loki.Configuration;

namespace Easy.Logger.Loki.Sending;

/// <summary>
/// Pushes as unary calls of gRPC: an HTTP/2 request whose body is the framed message, and whose status comes behind the answer. HTTP/2 has
/// no synchronous way in .NET, so the calling thread waits while the thread pool sends. A client of the application is not renewed.
/// </summary>
internal sealed class GrpcTransport(HttpClient client, Func<HttpClient>? renew, LokiSettings settings, TimeProvider time)
    : PushTransport(settings, time)
{
    private const string StatusHeader = "grpc-status";
    private const string MessageHeader = "grpc-message";

    [SuppressMessage("Usage", "CA2213", Justification = "That of the application is not ours to dispose of; ours is disposed of.")]
    private HttpClient _client = client;

    [SuppressMessage("Reliability", "CA2025", Justification = "It is waited for.")]
    public override PushReply Push(EncodedPush push, CancellationToken cancellation)
    {
        // From the first step on where the rest of it runs: of 50 pushes of 20 KB, begun on this thread, each took 15 % longer, for threads
        // that had to wake each other.
        HttpClient used = Volatile.Read(ref _client);
        PushReply reply = Try(token => Wait(Task.Run(() => PushAsync(used, push, token), token)), cancellation);
        if (reply.Status is null && renew is not null)
        {
            Replace(used, renew());
        }

        return reply;
    }

    public override void Dispose()
    {
        if (renew is not null)
        {
            Volatile.Read(ref _client).Dispose();
        }
    }

    private HttpRequestMessage RequestOf(EncodedPush push)
    {
        HttpRequestMessage request = Request(push);
        request.Version = HttpVersion.Version20;
        request.VersionPolicy = HttpVersionPolicy.RequestVersionExact;
        request.Headers.TE.Add(new TransferCodingWithQualityHeaderValue("trailers"));
        request.Headers.TryAddWithoutValidation(
            "grpc-timeout", ((long)Settings.Timeout.TotalMilliseconds).ToString(CultureInfo.InvariantCulture) + "m");
        if (push.Format == PushFormat.GzipGrpc)
        {
            request.Headers.TryAddWithoutValidation("grpc-encoding", "gzip");
        }

        return request;
    }

    /// <summary>Leaves a connection that may be dead: HTTP/2 would go on using it after the time of a request is over.</summary>
    private void Replace(HttpClient used, HttpClient next) =>
        (Interlocked.CompareExchange(ref _client, next, used) == used ? used : next).Dispose();

    private async Task<PushReply> PushAsync(HttpClient client, EncodedPush push, CancellationToken cancellation)
    {
        using HttpRequestMessage request = RequestOf(push);
        using HttpResponseMessage response = await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellation)
            .ConfigureAwait(false);
        if (Redirected(response) is { } redirected)
        {
            return redirected;
        }

        await response.Content.CopyToAsync(Stream.Null, cancellation).ConfigureAwait(false); // the status comes behind it

        // An error may come without a body: then what would be behind it is before it.
        string? status = Value(response.TrailingHeaders, StatusHeader) ?? Value(response.Headers, StatusHeader);
        string? message = Value(response.TrailingHeaders, MessageHeader) ?? Value(response.Headers, MessageHeader);
        return int.TryParse(status, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out int code)
            && response.StatusCode == HttpStatusCode.OK
            ? Replies.OfGrpc(code, WithoutSecrets(Uri.UnescapeDataString(message ?? string.Empty), request), RetryAfterOf(response))
            : NotGrpc(response);
    }

    /// <summary>Something else answers there, or in between.</summary>
    private PushReply NotGrpc(HttpResponseMessage response)
    {
        string? mediaType = response.Content.Headers.ContentType?.MediaType;
        PushReply reply =
            Replies.OfHttp((int)response.StatusCode, mediaType, "the answer is not one of gRPC", RetryAfterOf(response));
        return reply.Outcome == PushOutcome.Delivered
            ? reply with { Outcome = PushOutcome.Retry, ErrorType = ErrorTypes.Transport, Text = "the answer has no status of gRPC" }
            : reply;
    }

    private static string? Value(HttpHeaders headers, string name) =>
        headers.TryGetValues(name, out IEnumerable<string>? values) ? values.First() : null;
}
#endif
