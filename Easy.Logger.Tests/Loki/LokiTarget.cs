using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>
/// The Loki at <c>LOKI_URL</c> and <c>LOKI_GRPC</c>, or the contract server where these are not set: the same tests for both.
/// </summary>
internal sealed class LokiTarget : IDisposable
{
    private static readonly HttpClient _client = new();

    private const string App = "easy-logger-tests";

    private readonly string _run = Guid.NewGuid().ToString("N");
    private readonly ContractServer? _server;
    private readonly ServerProcess? _process;
    private readonly Uri _http;
    private readonly Uri? _grpc;

    /// <param name="limits">Those of the contract server.</param>
    /// <param name="isKilled">Whether the server is killed and started again; it is started by this then.</param>
    public LokiTarget(LokiLimits? limits = null, bool isKilled = false)
    {
        if (Named("LOKI_URL") is { } http)
        {
            _http = http;
            _grpc = Named("LOKI_GRPC");
            _process = isKilled ? new ServerProcess(new Uri(http, "/ready")) : null;
        }
        else
        {
            _server = new ContractServer(limits);
            _http = _server.Url;
            _grpc = _server.GrpcUrl;
        }
    }

    public CollectingErrorHandler Errors { get; } = new();

    /// <summary>What it took is there when it is started again.</summary>
    public void Kill()
    {
        _process?.Kill();
        _server?.Pause();
    }

    public void Start()
    {
        _process?.Start();
        _server?.Resume();
    }

    /// <summary>An appender whose lines are found by <see cref="Query" />; not activated.</summary>
    public LokiAppender Appender(LokiEncoding encoding)
    {
        Assume.That(encoding != LokiEncoding.Grpc || _grpc is not null, "LOKI_URL is set and LOKI_GRPC is not");
        LokiAppender appender = new()
        {
            Name = Some.Name("loki"),
            Url = $"{(encoding == LokiEncoding.Grpc ? _grpc : _http)}",
            Encoding = encoding,
            ErrorHandler = Errors,
            Tenant = App, // for a server that asks for one
        };
        appender.AddLabel(new LokiField { Name = "app", Value = App });
        appender.AddLabel(new LokiField { Name = "run", Value = _run });
        return appender;
    }

    /// <summary>
    /// The lines of the last hour, the oldest first, when there are so many at least: a Loki of several parts may need a moment. The labels
    /// of a line are those that Loki gives it in its answer, metadata among them.
    /// </summary>
    public IReadOnlyList<FoundLine> Await(int count, string tenant = App)
    {
        IReadOnlyList<FoundLine> lines = [];
        Eventually.Holds(() => (lines = Query(tenant)).Count >= count, $"there are {count} lines");
        return lines;
    }

    public void Dispose()
    {
        _server?.Dispose();
        _process?.Dispose();
    }

    private FoundLine[] Query(string tenant)
    {
        long now = (DateTimeOffset.UtcNow.Ticks - DateTimeOffset.UnixEpoch.Ticks) * 100;
        const long HourInNanoseconds = 3_600_000_000_000;
        string selector = $$"""{app="{{App}}", run="{{_run}}"}""";
        string query = string.Create(
            CultureInfo.InvariantCulture,
            $"loki/api/v1/query_range?query={Uri.EscapeDataString(selector)}&start={now - HourInNanoseconds}"
            + $"&end={now + HourInNanoseconds}&limit=5000&direction=forward");
        Uri address = new(_http.AbsoluteUri.TrimEnd('/') + "/" + query);
        using HttpRequestMessage request = new(HttpMethod.Get, address) { Headers = { { "X-Scope-OrgID", tenant } } };
        using HttpResponseMessage response = _client.Send(request).EnsureSuccessStatusCode();
        using JsonDocument answer = JsonDocument.Parse(response.Content.ReadAsStream());
        return
        [
            .. answer.RootElement.GetProperty("data").GetProperty("result").EnumerateArray()
                .SelectMany(stream => stream.GetProperty("values").EnumerateArray().Select(value => new FoundLine(
                    stream.GetProperty("stream").Deserialize<Dictionary<string, string>>()!,
                    long.Parse(value[0].GetString()!, CultureInfo.InvariantCulture),
                    value[1].GetString()!)))
                .OrderBy(line => line.Nanoseconds),
        ];
    }

    private static Uri? Named(string variable) =>
        Environment.GetEnvironmentVariable(variable) is { Length: > 0 } address ? new Uri(address) : null;
}

internal sealed record FoundLine(IReadOnlyDictionary<string, string> Labels, long Nanoseconds, string Line);
