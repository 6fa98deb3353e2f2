namespace Easy.Logger.Loki.Sending;

/// <summary>Pushes over HTTP 1.1, on the calling thread where the framework can: a thread pool that is busy does not keep the log from being sent.</summary>
internal sealed class HttpTransport(HttpClient client, bool isOurs, ServerAccess access, TimeProvider time) : IPushTransport
{
    private const int MostTextBytes = 1_024;

    public Uri Address => access.Address;

    public PushReply Push(EncodedPush push, CancellationToken cancellation)
    {
        using HttpRequestMessage request = access.Request(push);
        return Tries.Once(access.Timeout, token => Push(request, token), cancellation);
    }

    public void Dispose()
    {
        if (isOurs)
        {
            client.Dispose();
        }
    }

    private PushReply Push(HttpRequestMessage request, CancellationToken cancellation)
    {
#if NET
        using HttpResponseMessage response = client.Send(request, HttpCompletionOption.ResponseHeadersRead, cancellation);
#else
        using HttpResponseMessage response = client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellation).GetAwaiter().GetResult();
#endif
        int status = (int)response.StatusCode;
        string? mediaType = response.Content?.Headers.ContentType?.MediaType;
        bool isPlain = response.IsSuccessStatusCode && status != HttpReplies.Blocked;
        return HttpReplies.Judge(status, mediaType, isPlain ? string.Empty : TextOf(response, cancellation), RetryAfter.Of(response, time));
    }

    private static string TextOf(HttpResponseMessage response, CancellationToken cancellation)
    {
        if (response.Content is not { } content)
        {
            return string.Empty;
        }

#if NET
        using Stream stream = content.ReadAsStream(cancellation);
#else
        using Stream stream = content.ReadAsStreamAsync().GetAwaiter().GetResult();
#endif
        byte[] bytes = new byte[MostTextBytes];
        int length = 0;
        int read;
        while (length < bytes.Length && (read = stream.Read(bytes, length, bytes.Length - length)) > 0)
        {
            length += read;
        }

        cancellation.ThrowIfCancellationRequested();
        return System.Text.Encoding.UTF8.GetString(bytes, 0, length).Trim();
    }
}
