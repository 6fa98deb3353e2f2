using System.Diagnostics.CodeAnalysis;
using Easy.Logger.Loki.Configuration;

namespace Easy.Logger.Loki.Sending;

/// <summary>Pushes over HTTP 1.1, on the calling thread where the framework can, so that a busy thread pool holds up no push.</summary>
internal sealed class HttpTransport(HttpClient client, bool isOurs, LokiSettings settings, TimeProvider time)
    : PushTransport(settings, time)
{
    private const int MaxTextBytes = 1_024;

    public override PushReply Push(EncodedPush push, CancellationToken cancellation) =>
        Try(token => PushOnce(push, token), cancellation);

    public override void Dispose()
    {
        if (isOurs)
        {
            client.Dispose();
        }
    }

    private PushReply PushOnce(EncodedPush push, CancellationToken cancellation)
    {
        using HttpRequestMessage request = Request(push);
        using HttpResponseMessage response = Send(request, cancellation);
        if (Redirected(response) is { } redirected)
        {
            return redirected;
        }

        int status = (int)response.StatusCode;
        string? mediaType = response.Content?.Headers.ContentType?.MediaType;
        bool isPlain = response.IsSuccessStatusCode && status != Replies.Blocked;
        bool isWhole = true;
        string said = isPlain ? string.Empty : WithoutSecrets(TextOf(response, cancellation, out isWhole), request);
        return Replies.OfHttp(status, mediaType, said, RetryAfterOf(response)) with { IsWhole = isWhole };
    }

    /// <summary>Handlers of the application may have no synchronous way; that of HttpClient would go past them.</summary>
    [SuppressMessage("Reliability", "CA2025", Justification = "It is waited for.")]
    private HttpResponseMessage Send(HttpRequestMessage request, CancellationToken cancellation)
    {
        const HttpCompletionOption UntilHead = HttpCompletionOption.ResponseHeadersRead;
#if NET
        if (isOurs)
        {
            return client.Send(request, UntilHead, cancellation);
        }
#endif
        return Wait(Task.Run(() => client.SendAsync(request, UntilHead, cancellation), cancellation));
    }

    /// <summary>A synchronous read would wait for a silent server without an end.</summary>
    private static string TextOf(HttpResponseMessage response, CancellationToken cancellation, out bool isWhole)
    {
        isWhole = true;
        if (response.Content is not { } content)
        {
            return string.Empty;
        }

#if NET
        using Stream stream = content.ReadAsStream(cancellation);
#else
        using CancellationTokenRegistration registration = cancellation.Register(response.Dispose); // .NET Framework does not end a read
        using Stream stream = content.ReadAsStreamAsync().GetAwaiter().GetResult();
#endif
        byte[] bytes = new byte[MaxTextBytes];
        int length = 0;
        int read;
        while (length < bytes.Length
            && (read = stream.ReadAsync(bytes, length, bytes.Length - length, cancellation).GetAwaiter().GetResult()) > 0)
        {
            length += read;
        }

        cancellation.ThrowIfCancellationRequested();
        isWhole = length < bytes.Length;
        return System.Text.Encoding.UTF8.GetString(bytes, 0, length).Trim();
    }
}
