using System.Diagnostics.CodeAnalysis;
using System.Net;
using Easy.Logger.Loki.Configuration;

namespace Easy.Logger.Loki.Sending;

/// <summary>Makes the way to a server. Nothing is connected before the first push.</summary>
[SuppressMessage("Reliability", "CA2000", Justification = "The transport disposes of the client, and that one of its handler.")]
[SuppressMessage("Security", "CA5399", Justification = "Whether certificates are looked up is the system's setting.")]
internal static class Transports
{
    /// <param name="settings">The options; the address is set.</param>
    /// <param name="client">A client of the application, which is used as it is; <see langword="null" /> for one of our own.</param>
    /// <param name="time">What dates are compared with.</param>
    public static IPushTransport Of(LokiSettings settings, HttpClient? client, TimeProvider time)
    {
        ServerAccess access = new(settings.Address!, settings.Timeout, settings.Authorization, settings.Headers);
        bool isOurs = client is null;
        client ??= Client(settings);
#if NET
        if (settings.Encoding == LokiEncoding.Grpc)
        {
            return new GrpcTransport(client, isOurs ? () => Client(settings) : null, access);
        }
#endif
        return new HttpTransport(client, isOurs, access, time);
    }

    private static WebProxy? Proxy(LokiSettings settings) =>
        settings.Proxy is { } proxy ? new WebProxy(proxy) { Credentials = RequestOptions.CredentialsIn(proxy) } : null;

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
    };
#else
    private static HttpClientHandler Handler(LokiSettings settings) => new()
    {
        AllowAutoRedirect = false,
        UseCookies = false,
        Proxy = Proxy(settings),
    };
#endif
}
