using System.Diagnostics.CodeAnalysis;
using System.Net;
using System.Net.Security;
#if NET
using System.Security.Cryptography.X509Certificates;
#endif
using Easy.Logger.Loki.Configuration;

namespace Easy.Logger.Loki.Sending;

/// <summary>Makes the way to a server. Nothing is connected before the first push.</summary>
[SuppressMessage("Reliability", "CA2000", Justification = "The transport disposes of the client, and that one of its handler.")]
[SuppressMessage("Security", "CA5399", Justification = "Whether certificates are looked up is the system's setting.")]
[SuppressMessage("Security", "CA5400", Justification = "As above; a private authority has no list to look them up in, as a rule.")]
internal static class Transports
{
    /// <summary>With a client of the application, which is used as it is, or with one of our own.</summary>
    public static PushTransport Of(LokiSettings settings, HttpClient? client, TimeProvider time)
    {
        bool isOurs = client is null;
        client ??= Client(settings);
#if NET
        if (settings.Encoding == LokiEncoding.Grpc)
        {
            return new GrpcTransport(client, isOurs ? () => Client(settings) : null, settings, time);
        }
#endif
        return new HttpTransport(client, isOurs, settings, time);
    }

    /// <summary>Its address without user and password, because messages of the framework show it.</summary>
    private static WebProxy? Proxy(LokiSettings settings) => settings.Proxy is { } proxy
        ? new WebProxy(new UriBuilder(proxy) { UserName = string.Empty, Password = string.Empty }.Uri)
        {
            Credentials = RequestOptions.CredentialsIn(proxy),
        }
        : null;

    /// <summary>Without a time limit: each try has its own.</summary>
    private static HttpClient Client(LokiSettings settings) => new(Handler(settings)) { Timeout = Timeout.InfiniteTimeSpan };

#if NET
    internal static SocketsHttpHandler Handler(LokiSettings settings) => new()
    {
        // Redirects lead to logins. Where pushes go is configured, not found out.
        AllowAutoRedirect = false,
        UseCookies = false,
        ConnectTimeout = settings.Timeout,
        PooledConnectionLifetime = TimeSpan.FromMinutes(2), // so that another address of the name is found
        KeepAlivePingDelay = TimeSpan.FromSeconds(20), // Loki ends connections with more than one ping in 10 s
        KeepAlivePingTimeout = TimeSpan.FromSeconds(10),
        KeepAlivePingPolicy = HttpKeepAlivePingPolicy.Always,
        ActivityHeadersPropagator = null, // a push is no part of whatever the program does
        Proxy = Proxy(settings),
        SslOptions = Tls(settings),
    };

    private static SslClientAuthenticationOptions Tls(LokiSettings settings)
    {
        SslClientAuthenticationOptions options = new();
        if (settings.ClientCertificates is [{ } own, ..] certificates)
        {
            options.ClientCertificateContext = SslStreamCertificateContext.Create(own, certificates, offline: true);
        }

        if (settings.Authorities is { } authorities)
        {
            options.CertificateChainPolicy = new X509ChainPolicy
            {
                TrustMode = X509ChainTrustMode.CustomRootTrust,
                RevocationMode = X509RevocationMode.NoCheck,
            };
            options.CertificateChainPolicy.CustomTrustStore.AddRange(authorities);
        }

        return options;
    }
#else
    private static HttpClientHandler Handler(LokiSettings settings)
    {
        HttpClientHandler handler = new() { AllowAutoRedirect = false, UseCookies = false, Proxy = Proxy(settings) };
        if (settings.ClientCertificates is { } certificates)
        {
            handler.ClientCertificates.AddRange(certificates);
        }

        if (settings.Authorities is { } authorities)
        {
            handler.ServerCertificateCustomValidationCallback = (_, certificate, chain, errors) =>
                (errors & ~SslPolicyErrors.RemoteCertificateChainErrors) == 0
                && PrivateAuthorities.HaveSigned(authorities, certificate, chain);
        }

        return handler;
    }
#endif
}
