using System.Net;
using System.Net.Http.Headers;
using System.Text.RegularExpressions;

namespace Easy.Logger.Loki.Configuration;

/// <summary>Reads the options that end up in a request: address, tenant, headers, credentials, proxy. No problem shows a secret.</summary>
/// <param name="problems">Takes sentences about what is wrong.</param>
internal sealed class RequestOptions(List<string> problems)
{
    public const string TenantRule = "1 to 150 letters of the alphabet, digits and !-_.*'(), but not . or ..";

    private const int MaxTenantLength = 150;
    private const string HttpPath = "loki/api/v1/push";
    private const string GrpcPath = "logproto.Pusher/Push";

    private static readonly string[] _proxySchemes =
#if NET
        ["http", "https", "socks4", "socks4a", "socks5"];
#else
        ["http"];
#endif

    /// <summary>Puts variables of the environment into a text. One that is not set stays <c>${NAME}</c>: so one finds out.</summary>
    public static string? Expanded(string? text) => text is null ? null : Regex.Replace(
        text,
        @"\$\{(\w+)\}",
        match => Environment.GetEnvironmentVariable(match.Groups[1].Value) ?? match.Value,
        RegexOptions.CultureInvariant);

    /// <summary>Where pushes go: adds their path to the address of a server or a gateway, unless it is there already.</summary>
    /// <returns><see langword="null" /> when it is no address of a server.</returns>
    public static Uri? PushUrl(string? url, LokiEncoding encoding)
    {
        if (!Uri.TryCreate(url?.Trim(), UriKind.Absolute, out Uri? server)
            || (server.Scheme != Uri.UriSchemeHttp && server.Scheme != Uri.UriSchemeHttps) || server.Host.Length == 0)
        {
            return null;
        }

        string path = encoding == LokiEncoding.Grpc ? GrpcPath : HttpPath;
        string own = server.AbsolutePath.Trim('/');
        bool isThere = own.Equals(path, StringComparison.OrdinalIgnoreCase) || own.EndsWith("/" + path, StringComparison.OrdinalIgnoreCase);
        string pushPath = isThere ? own : own.Length == 0 ? path : $"{own}/{path}";
        return new UriBuilder(server) { Path = pushPath, UserName = string.Empty, Password = string.Empty }.Uri;
    }

    /// <summary>Whether Loki takes it for the name of a tenant; anything else costs every push.</summary>
    public static bool IsTenant(string name) =>
        name.Length <= MaxTenantLength && name is not ("." or "..") && IsToken(name, "!-_.*'()");

    /// <summary>An address as messages show it. A query may have a key.</summary>
    public static string Redacted(string? address) => Regex
        .Replace(address ?? string.Empty, "^([A-Za-z][A-Za-z0-9+.-]*://)?.*@", "$1***@", RegexOptions.Singleline)
        .Split('?')[0];

    /// <summary>A text without the user, the password and the query of addresses in it.</summary>
    public static string WithoutSecrets(string text) =>
        Regex.Replace(Regex.Replace(text, @"://[^/\s]*@", "://***@"), @"(://[^\s?'""]*)\?[^\s'""]*", "$1");

    /// <summary>The name and the password in an address; <see langword="null" /> when it has none.</summary>
    public static NetworkCredential? CredentialsIn(Uri? address)
    {
        if (address is not { UserInfo.Length: > 0 })
        {
            return null;
        }

        string[] parts = address.UserInfo.Split([':'], 2);
        return new NetworkCredential(Uri.UnescapeDataString(parts[0]), parts.Length == 1 ? string.Empty : Uri.UnescapeDataString(parts[1]));
    }

    /// <summary>Whether a header may have it.</summary>
    public static bool IsValue(string value) => value.All(character => character is (>= ' ' and < '\u007f') or '\t');

    /// <summary>A password. A mounted one ends with a line feed.</summary>
    public static string? Secret(string? text) => Expanded(text)?.TrimEnd('\r', '\n');

    /// <summary>The header Authorization: the token, or name and password of the options or of the address.</summary>
    public AuthenticationHeaderValue? Authorization(LokiAppender appender, string? url)
    {
        if (!string.IsNullOrWhiteSpace(appender.BearerTokenFile))
        {
            if (!string.IsNullOrEmpty(appender.Username ?? appender.BearerToken))
            {
                problems.Add("username, password and bearerToken are not used: there is a bearerTokenFile.");
            }

            return null;
        }

        if (Trimmed(appender.BearerToken) is { Length: > 0 } token)
        {
            if (!string.IsNullOrEmpty(appender.Username))
            {
                problems.Add($"username '{appender.Username}' is not used: there is a bearerToken, and a request has one of them.");
            }

            if (IsValue(token))
            {
                return new AuthenticationHeaderValue("Bearer", token);
            }

            problems.Add("bearerToken is not used: it has a character that no header may have.");
            return null;
        }

        NetworkCredential? credentials = Trimmed(appender.Username) is { Length: > 0 } name
            ? new NetworkCredential(name, Secret(appender.Password))
            : Uri.TryCreate(url, UriKind.Absolute, out Uri? address) ? CredentialsIn(address) : null;
        return credentials is null ? null : Basic($"{credentials.UserName}:{credentials.Password}");
    }

    /// <param name="headers">The headers of the options.</param>
    /// <param name="optionOf">The option that says what a header is, if any: a request has one of a name.</param>
    public IReadOnlyList<KeyValuePair<string, string>> Headers(IEnumerable<LokiHeader> headers, Func<string, string?> optionOf)
    {
        List<KeyValuePair<string, string>> valid = [];
        using HttpRequestMessage request = new();
        foreach (LokiHeader header in headers)
        {
            string value = Trimmed(header.Value) ?? string.Empty;
            if (!IsName(header.Name) || !request.Headers.TryAddWithoutValidation(header.Name!, "x"))
            {
                problems.Add($"a header named '{header.Name}' was left out: a request cannot have one of that name.");
            }
            else if (optionOf(header.Name!) is { } option)
            {
                problems.Add($"the header named '{header.Name}' was left out: {option} says what it is.");
            }
            else if (!IsValue(value))
            {
                problems.Add($"the header named '{header.Name}' was left out: its value has a character that no header may have.");
            }
            else
            {
                valid.Add(new KeyValuePair<string, string>(header.Name!, value));
            }
        }

        return valid;
    }

    public Uri? Proxy(string? proxy)
    {
        if (string.IsNullOrWhiteSpace(proxy))
        {
            return null;
        }

        if (Uri.TryCreate(Trimmed(proxy), UriKind.Absolute, out Uri? address) && Array.IndexOf(_proxySchemes, address.Scheme) >= 0)
        {
            return address;
        }

        problems.Add($"proxy '{Redacted(proxy)}' is not an address like http://proxy:8080, with one of the schemes "
            + $"{string.Join(", ", _proxySchemes)}: the system's is used.");
        return null;
    }

    private static AuthenticationHeaderValue Basic(string pair) =>
        new("Basic", Convert.ToBase64String(System.Text.Encoding.UTF8.GetBytes(pair)));

    /// <summary>A mounted secret ends with a line feed, which would end the header block.</summary>
    private static string? Trimmed(string? text) => Expanded(text)?.Trim();

    /// <summary>A token of HTTP, and not the one that says where the body ends.</summary>
    private static bool IsName(string? name) =>
        name is not null && !name.Equals("Transfer-Encoding", StringComparison.OrdinalIgnoreCase) && IsToken(name, "!#$%&'*+-.^_`|~");

    /// <summary>Whether a text has letters of the alphabet, digits and some other characters only.</summary>
    private static bool IsToken(string text, string others) => text.Length > 0 && text.All(character =>
        character is (>= 'a' and <= 'z') or (>= 'A' and <= 'Z') or (>= '0' and <= '9') || others.AsSpan().IndexOf(character) >= 0);
}
