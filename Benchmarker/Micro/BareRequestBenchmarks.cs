using System.Net;
using System.Net.Http.Headers;
using BenchmarkDotNet.Attributes;

namespace Benchmarker.Micro;

/// <summary>
/// What does a request cost by itself, over HTTP/1.1 and over HTTP/2? As the appender sends its own, with nothing of it: what no encoding
/// can save.
/// </summary>
[MemoryDiagnoser]
public class BareRequestBenchmarks
{
    private readonly HttpClient _client = new();
    private SinkServer _server = null!;
    private Uri _http = null!;
    private Uri _grpc = null!;
    private byte[] _body = [];

    /// <summary>Four lines of <see cref="LokiProtocolBenchmarks" /> as protobuf, or two hundred.</summary>
    [Params(450, 20_000)]
    public int Bytes { get; set; }

    [GlobalSetup]
    public void Begin()
    {
        _server = SinkServer.Find();
        _http = new Uri(_server.Http, "/loki/api/v1/push");
        _grpc = new Uri(_server.Grpc, "/logproto.Pusher/Push");
        _body = new byte[Bytes];
    }

    [GlobalCleanup]
    public void End()
    {
        _client.Dispose();
        _server.Dispose();
    }

    [Benchmark(Baseline = true)]
    public HttpStatusCode Http1()
    {
        using HttpRequestMessage request = new(HttpMethod.Post, _http) { Content = Content("application/x-protobuf") };
        using HttpResponseMessage response = _client.Send(request, HttpCompletionOption.ResponseHeadersRead);
        return response.EnsureSuccessStatusCode().StatusCode;
    }

    /// <summary>It has no synchronous way in .NET.</summary>
    [Benchmark]
    public HttpStatusCode Http2() => Http2Async().GetAwaiter().GetResult();

    private async Task<HttpStatusCode> Http2Async()
    {
        using HttpRequestMessage request = new(HttpMethod.Post, _grpc)
        {
            Content = Content("application/grpc"),
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        using HttpResponseMessage response = await _client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead)
            .ConfigureAwait(false);
        await response.Content.CopyToAsync(Stream.Null).ConfigureAwait(false);
        return response.EnsureSuccessStatusCode().StatusCode;
    }

    private ByteArrayContent Content(string mediaType)
    {
        ByteArrayContent content = new(_body);
        content.Headers.ContentType = new MediaTypeHeaderValue(mediaType);
        return content;
    }
}
