using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;

namespace Easy.Logger.Tests.Loki;

/// <summary>TLS in front of a server, as a gateway has it: it shows a certificate, and may ask for one.</summary>
[SuppressMessage("Usage", "CA2213", Justification = "Tasks that end with it still use them.")]
internal sealed class TlsFront : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly int _port;
    private readonly SslServerAuthenticationOptions _options;

    /// <param name="server">Gets what is decrypted.</param>
    /// <param name="certificate">The server's own.</param>
    /// <param name="clientAuthority">What a client's certificate has to be signed by; <see langword="null" /> for none.</param>
    public TlsFront(Uri server, X509Certificate2 certificate, X509Certificate2? clientAuthority = null)
    {
        _port = server.Port;
        _options = new SslServerAuthenticationOptions
        {
            ServerCertificate = certificate,
            ClientCertificateRequired = clientAuthority is not null,
            ApplicationProtocols = [SslApplicationProtocol.Http2, SslApplicationProtocol.Http11],
        };
        if (clientAuthority is not null)
        {
            _options.CertificateChainPolicy = new X509ChainPolicy
            {
                TrustMode = X509ChainTrustMode.CustomRootTrust,
                RevocationMode = X509RevocationMode.NoCheck,
                CustomTrustStore = { clientAuthority },
            };
        }

        _listener.Start();
        Url = $"https://localhost:{((IPEndPoint)_listener.LocalEndpoint).Port}";
        _ = Task.Run(AcceptAsync);
    }

    public string Url { get; }

    /// <summary>The names of the clients that were let in; empty for one without a certificate.</summary>
    public ConcurrentQueue<string> Clients { get; } = new();

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
            _ = ServeAsync(client);
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using (client)
        using (SslStream secure = new(client.GetStream()))
        using (TcpClient server = new())
        {
            await secure.AuthenticateAsServerAsync(_options, _end.Token);
            Clients.Enqueue(secure.RemoteCertificate?.Subject ?? string.Empty);
            await server.ConnectAsync(IPAddress.Loopback, _port, _end.Token);
            await Task.WhenAny(secure.CopyToAsync(server.GetStream(), _end.Token), server.GetStream().CopyToAsync(secure, _end.Token));
        }
    }
}
