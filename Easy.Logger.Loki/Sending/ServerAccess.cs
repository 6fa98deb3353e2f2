using System.Net.Http.Headers;
using System.Text;

namespace Easy.Logger.Loki.Sending;

/// <summary>How requests are addressed and who they are from. Immutable.</summary>
/// <param name="Address">Where pushes go.</param>
/// <param name="Timeout">The longest that one try may take.</param>
/// <param name="Authorization">The header of that name, if any.</param>
/// <param name="Headers">Other headers.</param>
/// <param name="TokenFile">Has a token instead of the header Authorization, if any.</param>
internal sealed record ServerAccess(
    Uri Address,
    TimeSpan Timeout,
    AuthenticationHeaderValue? Authorization,
    IReadOnlyList<KeyValuePair<string, string>> Headers,
    TokenFile? TokenFile)
{
    /// <summary>The header with the tenant.</summary>
    public const string TenantHeader = "X-Scope-OrgID";

    /// <summary>Shorter ones are no secrets, and may be part of any word.</summary>
    private const int MinSecretLength = 6;

    private const string UserAgentHeader = "User-Agent";

    private static readonly string _userAgent = $"Easy.Logger.Loki/{typeof(ServerAccess).Assembly.GetName().Version?.ToString(3)}";

    /// <summary>A request that sends a push.</summary>
    /// <exception cref="IOException">There is no token at the moment.</exception>
    public HttpRequestMessage Request(EncodedPush push)
    {
        AuthenticationHeaderValue? authorization = TokenFile is null ? Authorization : TokenFile.Read();
        HttpRequestMessage request = new(HttpMethod.Post, Address) { Content = new PushContent(push) };
        request.Headers.Authorization = authorization;
        if (push.Tenant is not null)
        {
            request.Headers.TryAddWithoutValidation(TenantHeader, push.Tenant);
        }

        foreach (KeyValuePair<string, string> header in Headers)
        {
            request.Headers.TryAddWithoutValidation(header.Key, header.Value);
        }

        if (!request.Headers.Contains(UserAgentHeader))
        {
            request.Headers.TryAddWithoutValidation(UserAgentHeader, _userAgent);
        }

        return request;
    }

    /// <summary>What a server says, without what it repeats of the credentials: gateways like to show a whole request.</summary>
    public string WithoutSecrets(string text, HttpRequestMessage request)
    {
        StringBuilder clean = new(text);
        IEnumerable<string?> secrets = Headers.Select(header => header.Value).Append(request.Headers.Authorization?.Parameter);
        foreach (string secret in secrets.OfType<string>().Where(secret => secret.Length >= MinSecretLength))
        {
            clean.Replace(secret, "***");
        }

        return clean.ToString();
    }

    /// <summary>
    /// What a push counts as that a client of the application sent somewhere else, because it follows redirects; <see langword="null" />
    /// when it did not.
    /// </summary>
    public PushReply? Redirected(HttpResponseMessage response) =>
        response.RequestMessage is { } sent && (sent.Method != HttpMethod.Post || sent.RequestUri != Address)
            ? new PushReply(
                PushOutcome.Refused,
                ErrorTypes.Rejected,
                (int)response.StatusCode,
                $"the client followed a redirect to {sent.RequestUri?.GetLeftPart(UriPartial.Path)}")
            : null;
}
