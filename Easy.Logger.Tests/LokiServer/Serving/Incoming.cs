using Microsoft.AspNetCore.Http;

namespace LokiServer.Serving;

/// <summary>A request that has been read.</summary>
internal sealed class Incoming
{
    private Incoming(HttpRequest request, DateTimeOffset arrivedAt, ReadOnlyMemory<byte>? body, long received)
    {
        Method = request.Method;
        Path = request.Path.Value ?? string.Empty;
        Target = Path + request.QueryString.Value;
        Protocol = request.Protocol;
        Headers = request.Headers.ToDictionary(header => header.Key, header => header.Value.ToString(), StringComparer.OrdinalIgnoreCase);
        ArrivedAt = arrivedAt;
        Body = body;
        ReceivedBytes = received;
    }

    public string Method { get; }

    public string Path { get; }

    public string Target { get; }

    public string Protocol { get; }

    public IReadOnlyDictionary<string, string> Headers { get; }

    public DateTimeOffset ArrivedAt { get; }

    /// <summary><see langword="null" /> when there was too much of it; the rest has not been read.</summary>
    public ReadOnlyMemory<byte>? Body { get; }

    public long ReceivedBytes { get; }

    /// <exception cref="IOException">The client broke off.</exception>
    public static async Task<Incoming> ReadAsync(HttpContext context, long limit, TimeProvider time)
    {
        DateTimeOffset arrivedAt = time.GetUtcNow();
        using MemoryStream body = new();
        byte[] buffer = new byte[16 * 1024];
        int read;
        while ((read = await context.Request.Body.ReadAsync(buffer, context.RequestAborted)) > 0)
        {
            await body.WriteAsync(buffer.AsMemory(0, read), context.RequestAborted);
            if (body.Length > limit)
            {
                return new Incoming(context.Request, arrivedAt, null, body.Length);
            }
        }

        return new Incoming(context.Request, arrivedAt, body.ToArray(), body.Length);
    }
}
