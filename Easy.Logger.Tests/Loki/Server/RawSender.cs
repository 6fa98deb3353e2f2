using System.Buffers.Binary;
using System.IO.Compression;
using System.Net.Http.Headers;

namespace Easy.Logger.Tests.Loki.Server;

/// <summary>What a call over gRPC was answered, and whether the status was in the headers.</summary>
internal sealed record GrpcAnswer(int HttpStatus, int? Status, string Message, bool TrailersOnly, byte[] Reply);

/// <summary>Sends bodies made by hand, and says what was answered.</summary>
internal sealed class RawSender(Uri http, Uri grpc) : IDisposable
{
    private readonly HttpClient _client = new(new SocketsHttpHandler { AllowAutoRedirect = false }) { Timeout = Eventually.Patience };

    public (int Status, string Body) Json(string json, string? tenant = null) =>
        Http(Encoding.UTF8.GetBytes(json), "application/json", tenant: tenant);

    public (int Status, string Body) Snappy(byte[] message, string? tenant = null) =>
        Http(IronSnappy.Snappy.Encode(message), "application/x-protobuf", tenant: tenant);

    public (int Status, string Body) Http(byte[] body, string? contentType, string? encoding = null, string? tenant = null)
    {
        using HttpRequestMessage request = Request(new Uri(http, "/loki/api/v1/push"), body, contentType, tenant);
        if (encoding is not null)
        {
            request.Content!.Headers.ContentEncoding.Add(encoding);
        }

        using HttpResponseMessage response = Send(request);
        return ((int)response.StatusCode, Encoding.UTF8.GetString(Read(response)));
    }

    /// <summary>One call, with the message as it is.</summary>
    public GrpcAnswer Grpc(byte[] message, string? tenant = null, bool gzip = false) =>
        GrpcBody(Framed(gzip ? Gzip(message) : message, gzip), gzip ? "gzip" : null, tenant);

    /// <summary>One call, with the body as it is.</summary>
    public GrpcAnswer GrpcBody(byte[] body, string? encoding = null, string? tenant = null, string path = "/logproto.Pusher/Push")
    {
        using HttpRequestMessage request = Request(new Uri(grpc, path), body, "application/grpc", tenant);
        request.Version = HttpVersion.Version20;
        request.VersionPolicy = HttpVersionPolicy.RequestVersionExact;
        request.Headers.Add("grpc-encoding", encoding is null ? [] : [encoding]);
        using HttpResponseMessage response = Send(request);
        byte[] reply = Read(response);
        string? inHeaders = Find(response.Headers, "grpc-status");
        return new GrpcAnswer(
            (int)response.StatusCode,
            int.TryParse(inHeaders ?? Find(response.TrailingHeaders, "grpc-status"), out int status) ? status : null,
            Uri.UnescapeDataString(Find(response.Headers, "grpc-message") ?? string.Empty),
            inHeaders is not null,
            reply);
    }

    public void Dispose() => _client.Dispose();

    public static byte[] Gzip(byte[] bytes)
    {
        using MemoryStream packed = new();
        using (GZipStream gzip = new(packed, CompressionLevel.Fastest))
        {
            gzip.Write(bytes);
        }

        return packed.ToArray();
    }

    public static byte[] Framed(byte[] message, bool compressed = false)
    {
        byte[] length = new byte[4];
        BinaryPrimitives.WriteInt32BigEndian(length, message.Length);
        return [compressed ? (byte)1 : (byte)0, .. length, .. message];
    }

    private static HttpRequestMessage Request(Uri address, byte[] body, string? contentType, string? tenant)
    {
        HttpRequestMessage request = new(HttpMethod.Post, address) { Content = new ByteArrayContent(body) };
        request.Content.Headers.ContentType = contentType is null ? null : MediaTypeHeaderValue.Parse(contentType);
        request.Headers.Add("X-Scope-OrgID", tenant is null ? [] : [tenant]);
        return request;
    }

    // The client cannot send over HTTP/2 without a task.
    private HttpResponseMessage Send(HttpRequestMessage request) => _client.SendAsync(request).GetAwaiter().GetResult();

    private static byte[] Read(HttpResponseMessage response) => response.Content.ReadAsByteArrayAsync().GetAwaiter().GetResult();

    private static string? Find(HttpHeaders headers, string name) =>
        headers.TryGetValues(name, out IEnumerable<string>? values) ? string.Join(',', values) : null;
}
