using System.Diagnostics.CodeAnalysis;
using System.Net.Security;

namespace Easy.Logger.Tests.Loki;

/// <summary>Passes bytes on to a server, perhaps out of TLS, until its connections fall silent, as if the machine were gone.</summary>
[SuppressMessage("Usage", "CA2213", Justification = "Tasks that end with it still use them.")]
internal sealed class Relay : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly int _port;
    private readonly SslServerAuthenticationOptions? _tls;
    private volatile CancellationTokenSource _alive = new();
    private int _connections;

    public Relay(Uri server, SslServerAuthenticationOptions? tls = null)
    {
        _port = server.Port;
        _tls = tls;
        _listener.Start();
        int port = ((IPEndPoint)_listener.LocalEndpoint).Port;
        Url = new Uri(tls is null ? $"http://127.0.0.1:{port}" : $"https://localhost:{port}");
        _ = Task.Run(AcceptAsync);
    }

    public Uri Url { get; }

    public int Connections => Volatile.Read(ref _connections);

    /// <summary>The names in the certificates of the clients that TLS let in; empty for one without a certificate.</summary>
    public ConcurrentQueue<string> Clients { get; } = new();

    /// <summary>No connection so far passes anything on any more; none is closed.</summary>
    public void Silence() => Interlocked.Exchange(ref _alive, new CancellationTokenSource()).Cancel();

    public void Dispose()
    {
        _end.Cancel();
        _listener.Dispose();
    }

    private async Task AcceptAsync()
    {
        while (!_end.IsCancellationRequested)
        {
            TcpClient client = await _listener.AcceptTcpClientAsync(_end.Token);
            Interlocked.Increment(ref _connections);
            _ = ServeAsync(client, _alive.Token);
        }
    }

    private async Task ServeAsync(TcpClient client, CancellationToken alive)
    {
        using (client)
        using (SslStream secure = new(client.GetStream()))
        using (TcpClient server = new())
        {
            if (_tls is not null)
            {
                await secure.AuthenticateAsServerAsync(_tls, _end.Token);
                Clients.Enqueue(secure.RemoteCertificate?.Subject ?? string.Empty);
            }

            Stream plain = _tls is null ? client.GetStream() : secure;
            await server.ConnectAsync(IPAddress.Loopback, _port, _end.Token);
            await Task.WhenAny(PassAsync(plain, server.GetStream(), alive), PassAsync(server.GetStream(), plain, alive));
        }
    }

    private async Task PassAsync(Stream from, Stream to, CancellationToken alive)
    {
        byte[] bytes = new byte[16 * 1024];
        int read;
        while ((read = await from.ReadAsync(bytes, _end.Token)) > 0)
        {
            if (!alive.IsCancellationRequested)
            {
                await to.WriteAsync(bytes.AsMemory(0, read), _end.Token);
            }
        }
    }
}
