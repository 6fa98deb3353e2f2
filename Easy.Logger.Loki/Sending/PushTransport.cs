using System.Diagnostics.CodeAnalysis;
using System.Net.Http.Headers;
using System.Text;
using Easy.Logger.Loki.Configuration;
using Easy.Logger.Loki.Diagnostics;

namespace Easy.Logger.Loki.Sending;

/// <summary>The way to a server: makes requests, and makes of whatever goes wrong with one an answer. Safe for any thread.</summary>
/// <param name="settings">The options; the address is set.</param>
/// <param name="time">The clock by which a server's date is a time to wait.</param>
internal abstract class PushTransport(LokiSettings settings, TimeProvider time) : IDisposable
{
    /// <summary>The header with the tenant.</summary>
    public const string TenantHeader = "X-Scope-OrgID";

    /// <summary>Shorter ones are no secrets, and may be part of any word.</summary>
    private const int MinSecretLength = 6;

    private const string UserAgentHeader = "User-Agent";

    private static readonly string _userAgent = $"Easy.Logger.Loki/{typeof(PushTransport).Assembly.GetName().Version?.ToString(3)}";
    private static readonly MediaTypeHeaderValue _json = new("application/json");
    private static readonly MediaTypeHeaderValue _protobuf = new("application/x-protobuf");
    private static readonly MediaTypeHeaderValue _grpc = new("application/grpc");

    /// <summary>Where it leads, for messages and the meter.</summary>
    public Uri Address => settings.Address!;

    protected LokiSettings Settings => settings;

    /// <summary>Sends a push once. What goes wrong on the way is part of the answer.</summary>
    /// <exception cref="OperationCanceledException">It was ended.</exception>
    public abstract PushReply Push(EncodedPush push, CancellationToken cancellation);

    public abstract void Dispose();

    /// <summary>Does that within the time it has, and makes an answer of what is thrown.</summary>
    [SuppressMessage("Design", "CA1031",
        Justification = "Handlers of the application may throw anything; the push is kept for the next try.")]
    protected PushReply Try(Func<CancellationToken, PushReply> send, CancellationToken cancellation)
    {
        // Real time: it is a real server that is waited for.
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limit.CancelAfter(settings.Timeout);
        try
        {
            return send(limit.Token);
        }
        catch (Exception e)
        {
            cancellation.ThrowIfCancellationRequested();
            string text = FormattableString.Invariant($"no answer within {settings.Timeout.TotalMilliseconds} ms");
            return limit.IsCancellationRequested || e is TimeoutException
                ? new PushReply(PushOutcome.Retry, ErrorTypes.Timeout, Status: null, text)
                : new PushReply(PushOutcome.Retry, ErrorTypes.Transport, Status: null, TextOf(e));
        }
    }

    /// <summary>Waits for a request to its end: it reads from where the push was encoded.</summary>
    protected static T Wait<T>(Task<T> request) => Uninterrupted.Wait(() => request.GetAwaiter().GetResult());

    /// <summary>A request that sends a push from where it was encoded.</summary>
    /// <exception cref="IOException">There is no token at the moment.</exception>
    protected HttpRequestMessage Request(EncodedPush push)
    {
        AuthenticationHeaderValue? authorization =
            settings.TokenFile is { } tokenFile ? SmallFile.ReadToken(tokenFile) : settings.Authorization;
        HttpRequestMessage request = new(HttpMethod.Post, Address)
        {
            Content = new PushContent(push),
        };
        request.Content.Headers.ContentType = push.Format switch
        {
            PushFormat.SnappyProtobuf => _protobuf,
            PushFormat.Grpc or PushFormat.GzipGrpc => _grpc,
            _ => _json,
        };
        if (push.Format == PushFormat.GzipJson)
        {
            request.Content.Headers.ContentEncoding.Add("gzip");
        }

        request.Headers.Authorization = authorization;
        if (push.Tenant is not null)
        {
            request.Headers.TryAddWithoutValidation(TenantHeader, push.Tenant);
        }

        foreach (KeyValuePair<string, string> header in settings.Headers)
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
    protected string WithoutSecrets(string text, HttpRequestMessage request)
    {
        StringBuilder clean = new(text);
        IEnumerable<string?> secrets = settings.Headers.Select(header => header.Value).Append(request.Headers.Authorization?.Parameter);
        foreach (string secret in secrets.OfType<string>().Where(secret => secret.Length >= MinSecretLength))
        {
            clean.Replace(secret, "***");
        }

        return clean.ToString();
    }

    /// <summary>What a push counts as that went somewhere else because a client of the application follows redirects.</summary>
    protected PushReply? Redirected(HttpResponseMessage response) =>
        response.RequestMessage is { } sent && (sent.Method != HttpMethod.Post || sent.RequestUri != Address)
            ? new PushReply(
                PushOutcome.Refused,
                ErrorTypes.Rejected,
                (int)response.StatusCode,
                $"the client followed a redirect to {sent.RequestUri?.GetLeftPart(UriPartial.Path)}")
            : null;

    /// <summary>The header Retry-After, which is a number of seconds or a date.</summary>
    protected TimeSpan? RetryAfterOf(HttpResponseMessage response)
    {
        if (response.Headers.RetryAfter is not { } header)
        {
            return null;
        }

        // By the server's clock, where it says what that shows: ours may be another one.
        TimeSpan wait = header.Delta ?? (header.Date!.Value - (response.Headers.Date ?? time.GetUtcNow()));
        return wait > TimeSpan.Zero ? wait : TimeSpan.Zero;
    }

    /// <summary>The cause beneath what HttpClient makes of it, without the secrets of an address in it.</summary>
    private static string TextOf(Exception exception)
    {
        string text = ExceptionText.MessageOf(exception);
        return RequestOptions.WithoutSecrets(
            exception is HttpRequestException { InnerException: { } inner } ? $"{text}: {ExceptionText.MessageOf(inner)}" : text);
    }
}
