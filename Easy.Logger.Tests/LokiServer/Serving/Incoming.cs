using Microsoft.AspNetCore.Http;

namespace LokiServer.Serving;

internal sealed record Incoming(string Path, string Protocol, IReadOnlyDictionary<string, string> Headers, ReadOnlyMemory<byte> Body)
{
    public static async Task<Incoming> ReadAsync(HttpContext context)
    {
        using MemoryStream body = new();
        await context.Request.Body.CopyToAsync(body, context.RequestAborted);
        return new Incoming(
            context.Request.Path + context.Request.QueryString,
            context.Request.Protocol,
            context.Request.Headers.ToDictionary(header => header.Key, header => header.Value.ToString(), StringComparer.OrdinalIgnoreCase),
            body.ToArray());
    }
}
