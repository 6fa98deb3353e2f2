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

    private readonly ContractServer? _server;
    private readonly ServerProcess? _process;
    private readonly Uri _http;
    private readonly Uri? _grpc;

    /// <param name="limits">Those of the contract server.</param>
    public LokiTarget(LokiLimits? limits = null)
    {
        if (Named("LOKI_URL") is { } http)
        {
            _http = http;
            _grpc = Named("LOKI_GRPC");
        }
        else
        {
            _server = ContractServer.Start(limits);
            _http = _server.Url;
            _grpc = _server.GrpcUrl;
        }
    }

    /// <param name="process">The server, which can be killed and is ended with this.</param>
    public LokiTarget(ServerProcess process)
    {
        _process = process;
        _http = process.Http;
        _grpc = process.Grpc;
    }

    /// <summary>The process that can be killed.</summary>
    public ServerProcess Process => _process!;

    /// <summary>What the lines of a run are found by.</summary>
    public static string SelectorOf(string run) => $$"""{app="{{App}}", run="{{run}}"}""";

    /// <summary>An appender whose lines are found by <see cref="SelectorOf" />; not activated.</summary>
    public LokiAppender Appender(LokiEncoding encoding, string run, IErrorHandler errors)
    {
        Assume.That(encoding != LokiEncoding.Grpc || _grpc is not null, "LOKI_URL is set and LOKI_GRPC is not");
        LokiAppender appender = new()
        {
            Name = Some.Name("loki"),
            Url = $"{(encoding == LokiEncoding.Grpc ? _grpc : _http)}",
            Encoding = encoding,
            ErrorHandler = errors,
            Tenant = App, // for a server that asks for one
        };
        appender.AddLabel(new LokiField { Name = "app", Value = App });
        appender.AddLabel(new LokiField { Name = "run", Value = run });
        return appender;
    }

    /// <summary>
    /// The lines of the last hour with these labels, the oldest first. The labels of a line are those that Loki gives it in its answer,
    /// metadata among them.
    /// </summary>
    public IReadOnlyList<(IReadOnlyDictionary<string, string> Labels, long Nanoseconds, string Line)> Query(
        string selector, string tenant = App)
    {
        long now = (DateTimeOffset.UtcNow.Ticks - DateTimeOffset.UnixEpoch.Ticks) * 100;
        const long HourInNanoseconds = 3_600_000_000_000;
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
                .SelectMany(stream => stream.GetProperty("values").EnumerateArray().Select(value => (
                    (IReadOnlyDictionary<string, string>)stream.GetProperty("stream").EnumerateObject().ToDictionary(
                        label => label.Name, label => label.Value.GetString()!),
                    long.Parse(value[0].GetString()!, CultureInfo.InvariantCulture),
                    value[1].GetString()!)))
                .OrderBy(line => line.Item2),
        ];
    }

    public void Dispose()
    {
        _server?.Dispose();
        _process?.Dispose();
    }

    /// <summary>The address in a variable of the environment.</summary>
    public static Uri? Named(string variable) =>
        Environment.GetEnvironmentVariable(variable) is { Length: > 0 } address ? new Uri(address) : null;
}
