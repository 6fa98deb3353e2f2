using System.Globalization;
using System.Text.Json;
using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>The Loki at <c>LOKI_URL</c> and <c>LOKI_GRPC</c>, or the contract server where these are not set: the same tests for both.</summary>
internal sealed class LokiTarget : IDisposable
{
    private static readonly HttpClient _client = new();

    private readonly ContractServer? _server;
    private readonly Uri _http;
    private readonly Uri? _grpc;

    public LokiTarget()
    {
        if (Named("LOKI_URL") is { } http)
        {
            _http = http;
            _grpc = Named("LOKI_GRPC");
        }
        else
        {
            _server = ContractServer.Start();
            _http = _server.Url;
            _grpc = _server.GrpcUrl;
        }
    }

    /// <summary>The address for an encoding; the test is ignored where there is none.</summary>
    public string AddressFor(LokiEncoding encoding)
    {
        if (encoding != LokiEncoding.Grpc)
        {
            return _http.ToString();
        }

        Assume.That(_grpc, Is.Not.Null, "LOKI_URL is set and LOKI_GRPC is not");
        return _grpc!.ToString();
    }

    /// <summary>The lines of the last hour with these labels, the oldest first. The labels of a line are those that Loki gives it in its answer, metadata among them.</summary>
    public IReadOnlyList<(IReadOnlyDictionary<string, string> Labels, long Nanoseconds, string Line)> Query(string selector)
    {
        long now = (DateTimeOffset.UtcNow.Ticks - DateTimeOffset.UnixEpoch.Ticks) * 100;
        const long HourInNanoseconds = 3_600_000_000_000;
        string query = string.Create(
            CultureInfo.InvariantCulture,
            $"loki/api/v1/query_range?query={Uri.EscapeDataString(selector)}&start={now - HourInNanoseconds}&end={now + HourInNanoseconds}&limit=5000&direction=forward");
        Uri address = new(_http.AbsoluteUri.TrimEnd('/') + "/" + query);
        using JsonDocument answer = JsonDocument.Parse(_client.GetStringAsync(address).GetAwaiter().GetResult());
        return
        [
            .. answer.RootElement.GetProperty("data").GetProperty("result").EnumerateArray()
                .SelectMany(stream => stream.GetProperty("values").EnumerateArray().Select(value => (
                    (IReadOnlyDictionary<string, string>)stream.GetProperty("stream").EnumerateObject().ToDictionary(label => label.Name, label => label.Value.GetString()!),
                    long.Parse(value[0].GetString()!, CultureInfo.InvariantCulture),
                    value[1].GetString()!)))
                .OrderBy(line => line.Item2),
        ];
    }

    public void Dispose() => _server?.Dispose();

    private static Uri? Named(string variable) => Environment.GetEnvironmentVariable(variable) is { Length: > 0 } address ? new Uri(address) : null;
}
