using LokiServer.Serving;

namespace LokiServer;

/// <summary>A server that reads bodies and says yes to everything: what a sender is measured against. Any thread.</summary>
public sealed class Sink : IDisposable
{
    private readonly Listener _listener = new(
        async context =>
        {
            await context.Request.BodyReader.CopyToAsync(Stream.Null);
            context.Response.StatusCode = 204;
        },
        async context =>
        {
            await context.Request.BodyReader.CopyToAsync(Stream.Null);
            await GrpcPort.WriteAsync(context, 0, string.Empty);
        },
        neverWaits: true);

    private Sink() => _listener.Start();

    /// <summary>The address for HTTP.</summary>
    public Uri Url => _listener.Url;

    /// <summary>The address for gRPC: HTTP/2 without TLS.</summary>
    public Uri GrpcUrl => _listener.GrpcUrl;

    /// <summary>Starts one.</summary>
    public static Sink Start() => new();

    /// <summary>Breaks every connection and gives the ports back.</summary>
    public void Dispose() => _listener.Dispose();
}
