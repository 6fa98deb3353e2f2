using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;

namespace LokiServer.Serving;

/// <summary>
/// Kestrel alone, without a host around it, on two ports of loopback: HTTP/1.1, and HTTP/2 without TLS. The ports stay reserved while it
/// does not listen, so that connections are refused then, and nobody else can take them. What never waits is run where the data is
/// received: fewer threads to wake.
/// </summary>
internal sealed class Listener(RequestDelegate http, RequestDelegate grpc, bool neverWaits = false) : IDisposable
{
    private readonly Socket _httpPort = Bind(new IPEndPoint(IPAddress.Loopback, 0));
    private readonly Socket _grpcPort = Bind(new IPEndPoint(IPAddress.Loopback, 0));
    private KestrelServer? _server;

    public Uri Url => new($"http://{_httpPort.LocalEndPoint}");

    public Uri GrpcUrl => new($"http://{_grpcPort.LocalEndPoint}");

    public void Start()
    {
        if (_server is not null)
        {
            return;
        }

        KestrelServerOptions options = new() { AddServerHeader = false, AllowAlternateSchemes = true }; // TLS may end before it
        options.Limits.MaxRequestBodySize = null;
        options.Limits.MinRequestBodyDataRate = null;
        options.Listen(IPAddress.Loopback, Url.Port, endpoint => endpoint.Protocols = HttpProtocols.Http1);
        options.Listen(IPAddress.Loopback, GrpcUrl.Port, endpoint => endpoint.Protocols = HttpProtocols.Http2);
        SocketTransportOptions sockets = new() { CreateBoundListenSocket = Bind, UnsafePreferInlineScheduling = neverWaits };
        _server = new KestrelServer(
            Options.Create(options), new SocketTransportFactory(Options.Create(sockets), NullLoggerFactory.Instance),
            NullLoggerFactory.Instance);
        _server.StartAsync(new Application(http, grpc), CancellationToken.None).GetAwaiter().GetResult();
    }

    public void Stop()
    {
        _server?.StopAsync(new CancellationToken(canceled: true)).GetAwaiter().GetResult();
        _server?.Dispose();
        _server = null;
    }

    public void Dispose()
    {
        Stop();
        _httpPort.Dispose();
        _grpcPort.Dispose();
    }

    private static Socket Bind(EndPoint endpoint)
    {
        Socket socket = new(endpoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        // Two sockets share the port: one that only reserves it, and Kestrel's.
        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, optionValue: true);
        socket.Bind(endpoint);
        return socket;
    }

    private sealed class Application(RequestDelegate http, RequestDelegate grpc) : IHttpApplication<HttpContext>
    {
        public HttpContext CreateContext(IFeatureCollection contextFeatures) => new DefaultHttpContext(contextFeatures);

        public Task ProcessRequestAsync(HttpContext context) => (HttpProtocol.IsHttp2(context.Request.Protocol) ? grpc : http)(context);

        public void DisposeContext(HttpContext context, Exception? exception)
        {
        }
    }
}
