using System.Net.Sockets;

namespace Easy.Logger.DogStatsd.Transport;

/// <summary>Where packets go. Immutable.</summary>
/// <param name="Host">The name or address of a host; <see langword="null" /> for a socket.</param>
/// <param name="Port">The port on it.</param>
/// <param name="Path">The path of a Unix socket; <see langword="null" /> for a host.</param>
/// <param name="Kind">The kind of that socket; <see langword="null" /> for whichever is there.</param>
internal sealed record AgentAddress(string? Host, int Port, string? Path, SocketType? Kind = null)
{
    /// <summary>For messages: some that <see cref="Parse" /> reads.</summary>
    public const string Examples = "udp://host:8125, unix:///path or unixstream:///path";

    /// <summary>Where an agent listens by default.</summary>
    public const int DefaultPort = 8_125;

    /// <summary>
    /// So that a packet fits into one frame of an Ethernet, behind the headers of IPv6 and whatever tunnels add: the size that Datadog's
    /// clients have.
    /// </summary>
    private const int UdpBytes = 1_432;

    /// <summary>The memory that an agent reads into.</summary>
    private const int UnixBytes = 8_192;

    private const string Udp = "udp://";
    private const string Root = "/";

    private static readonly (string Scheme, SocketType? Kind)[] _schemes =
        [("unix:", null), ("unixgram:", SocketType.Dgram), ("unixstream:", SocketType.Stream)];

    /// <summary>The packet size that suits it, in bytes.</summary>
    public int PacketBytes => Path is null ? UdpBytes : UnixBytes;

    /// <summary>
    /// Reads <c>host</c>, <c>host:port</c>, <c>[address]:port</c>, <c>udp://host:port</c>, <c>unix:///path</c>, <c>unixgram:///path</c>,
    /// <c>unixstream:///path</c> and <c>/path</c>.
    /// </summary>
    /// <returns><see langword="null" /> when it is none of these.</returns>
    public static AgentAddress? Parse(string text)
    {
        text = text.Trim();
        if (text.StartsWith(Root, StringComparison.Ordinal))
        {
            return OfPath(text, kind: null);
        }

        foreach ((string scheme, SocketType? kind) in _schemes)
        {
            if (text.StartsWith(scheme, StringComparison.OrdinalIgnoreCase))
            {
                string path = text.Substring(scheme.Length);
                return OfPath(path.StartsWith("//", StringComparison.Ordinal) ? path.Substring(2) : path, kind);
            }
        }

        return OfHost(text.StartsWith(Udp, StringComparison.OrdinalIgnoreCase) ? text.Substring(Udp.Length) : Bracketed(text));
    }

    /// <summary>
    /// Where the environment says: <c>DD_DOGSTATSD_URL</c>, else <c>DD_AGENT_HOST</c>, which may be the path of a Unix socket, and
    /// <c>DD_DOGSTATSD_PORT</c>, else the local host.
    /// </summary>
    /// <param name="variable">Reads a variable of the environment.</param>
    /// <param name="problem">What is wrong with it; <see langword="null" /> when nothing is.</param>
    public static AgentAddress FromEnvironment(Func<string, string?> variable, out string? problem)
    {
        problem = null;
        string? port = variable("DD_DOGSTATSD_PORT");
        string host = Given(variable("DD_AGENT_HOST")) ?? "127.0.0.1";
        string text = Given(variable("DD_DOGSTATSD_URL")) ?? (Given(port) is null
            || IsPath(host) ? host : $"{Bracketed(host)}:{port!.Trim()}");
        if (Parse(text) is { } address)
        {
            return address;
        }

        problem = FormattableString.Invariant(
            $"the environment's address '{text}' is none like {Examples}; 127.0.0.1:{DefaultPort} is used.");
        return new AgentAddress("127.0.0.1", DefaultPort, null);
    }

    public override string ToString() => Path is null
        ? FormattableString.Invariant($"udp://{Bracketed(Host!)}:{Port}")
        : Array.Find(_schemes, each => each.Kind == Kind).Scheme + "//" + Path;

    private static AgentAddress? OfPath(string path, SocketType? kind) =>
        path.Trim('/').Length > 0 ? new AgentAddress(null, 0, path, kind) : null;

    private static bool IsPath(string text) =>
        text.StartsWith(Root, StringComparison.Ordinal)
            || Array.Exists(_schemes, each => text.StartsWith(each.Scheme, StringComparison.OrdinalIgnoreCase));

    private static string? Given(string? text) => string.IsNullOrWhiteSpace(text) ? null : text!.Trim();

    /// <summary>An address of IPv6, which needs brackets in front of a port.</summary>
    private static string Bracketed(string host) => Uri.CheckHostName(host) == UriHostNameType.IPv6 && host[0] != '[' ? $"[{host}]" : host;

    private static AgentAddress? OfHost(string text)
    {
        bool isAddress = Uri.TryCreate(Udp + text, UriKind.Absolute, out Uri? uri) && uri.Host.Length > 0 && uri.PathAndQuery is "" or "/"
            && uri.UserInfo.Length == 0 && uri.Port != 0;
        return isAddress ? new AgentAddress(uri!.DnsSafeHost, uri.Port < 0 ? DefaultPort : uri.Port, null) : null;
    }
}
