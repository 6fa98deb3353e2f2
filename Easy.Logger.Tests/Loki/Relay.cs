using System.Diagnostics.CodeAnalysis;
using System.Net;
using System.Net.Sockets;

namespace Easy.Logger.Tests.Loki;

/// <summary>A port that passes bytes on to a server, until its connections fall silent as those of a machine do that is gone.</summary>
[SuppressMessage("Usage", "CA2213", Justification = "Tasks that end with it still use them.")]
internal sealed class Relay : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly int _port;
    private volatile CancellationTokenSource _alive = new();
    private int _connections;

    public Relay(Uri server)
    {
        _port = server.Port;
        _listener.Start();
        Url = new Uri($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}");
        _ = Task.Run(AcceptAsync);
    }

    public Uri Url { get; }

    /// <summary>Connections so far.</summary>
    public int Connections => Volatile.Read(ref _connections);

    /// <summary>No connection so far passes anything on any more; none is closed.</summary>
    public void Silence() => Interlocked.Exchange(ref _alive, new CancellationTokenSource()).Cancel();

    public void Dispose()
    {
        _end.Cancel();
        _listener.Dispose();
    }

    private static async Task PassAsync(TcpClient from, TcpClient to, CancellationToken alive, CancellationToken end)
    {
        byte[] bytes = new byte[16 * 1024];
        int read;
        while ((read = await from.GetStream().ReadAsync(bytes, end)) > 0)
        {
            if (!alive.IsCancellationRequested)
            {
                await to.GetStream().WriteAsync(bytes.AsMemory(0, read), end);
            }
        }
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
        using (TcpClient server = new())
        {
            await server.ConnectAsync(IPAddress.Loopback, _port, _end.Token);
            await Task.WhenAny(PassAsync(client, server, alive, _end.Token), PassAsync(server, client, alive, _end.Token));
        }
    }
}
