using Microsoft.AspNetCore.Http;

namespace LokiServer.Serving;

/// <summary>A request that has been read.</summary>
internal sealed class Incoming
{
    private Incoming(HttpRequest request, DateTimeOffset arrivedAt, ReadOnlyMemory<byte> body)
    {
        Method = request.Method;
        Path = request.Path.Value ?? string.Empty;
        Target = Path + request.QueryString.Value;
        Protocol = request.Protocol;
        Headers = request.Headers.ToDictionary(header => header.Key, header => header.Value.ToString(), StringComparer.OrdinalIgnoreCase);
        ArrivedAt = arrivedAt;
        Body = body;
    }

    public string Method { get; }

    public string Path { get; }

    public string Target { get; }

    public string Protocol { get; }

    public IReadOnlyDictionary<string, string> Headers { get; }

    public DateTimeOffset ArrivedAt { get; }

    public ReadOnlyMemory<byte> Body { get; }

    /// <exception cref="IOException">The client broke off.</exception>
    public static async Task<Incoming> ReadAsync(HttpContext context, TimeProvider time)
    {
        DateTimeOffset arrivedAt = time.GetUtcNow();
        using MemoryStream body = new();
        await context.Request.Body.CopyToAsync(body, context.RequestAborted);
        return new Incoming(context.Request, arrivedAt, body.ToArray());
    }
}
