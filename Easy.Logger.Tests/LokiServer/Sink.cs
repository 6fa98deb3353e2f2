using LokiServer.Serving;
using Microsoft.AspNetCore.Http;

namespace LokiServer;

/// <summary>A server that reads bodies, counts them and says yes to everything: what a sender is measured against. Any thread.</summary>
public sealed class Sink : IDisposable
{
    private readonly Listener _listener;
    private long _requests;
    private long _bodyBytes;

    private Sink()
    {
        _listener = new Listener(
            async context =>
            {
                await DrainAsync(context);
                context.Response.StatusCode = 204;
            },
            async context =>
            {
                await DrainAsync(context);
                await GrpcPort.WriteAsync(context, 0, string.Empty);
            },
            neverWaits: true);
        Url = new Uri($"http://127.0.0.1:{_listener.HttpPort}");
        GrpcUrl = new Uri($"http://127.0.0.1:{_listener.GrpcPort}");
    }

    /// <summary>The address for HTTP.</summary>
    public Uri Url { get; }

    /// <summary>The address for gRPC: HTTP/2 without TLS.</summary>
    public Uri GrpcUrl { get; }

    /// <summary>How many requests were read to their end.</summary>
    public long Requests => Interlocked.Read(ref _requests);

    /// <summary>The bytes of all bodies.</summary>
    public long BodyBytes => Interlocked.Read(ref _bodyBytes);

    /// <summary>Starts one.</summary>
    public static Sink Start() => new();

    /// <summary>Breaks every connection and gives the ports back.</summary>
    public void Dispose() => _listener.Dispose();

    private async Task DrainAsync(HttpContext context)
    {
        long bytes = 0;
        System.IO.Pipelines.ReadResult read;
        do
        {
            read = await context.Request.BodyReader.ReadAsync();
            bytes += read.Buffer.Length;
            context.Request.BodyReader.AdvanceTo(read.Buffer.End);
        }
        while (!read.IsCompleted);
        Interlocked.Increment(ref _requests);
        Interlocked.Add(ref _bodyBytes, bytes);
    }
}
