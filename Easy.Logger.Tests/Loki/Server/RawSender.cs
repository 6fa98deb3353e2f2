using System.Buffers.Binary;
using System.IO.Compression;
using System.Net;
using System.Net.Http.Headers;
using System.Text;

namespace Easy.Logger.Tests.Loki.Server;

/// <summary>Sends bodies made by hand, and says what was answered.</summary>
internal sealed class RawSender(Uri http, Uri grpc) : IDisposable
{
    private static readonly UTF8Encoding _utf8 = new(encoderShouldEmitUTF8Identifier: false);

    private readonly HttpClient _client = new(new SocketsHttpHandler { AllowAutoRedirect = false }) { Timeout = Eventually.Patience };

    /// <summary>Where pushes go.</summary>
    public Uri PushUrl { get; } = new($"{http.AbsoluteUri.TrimEnd('/')}/loki/api/v1/push");

    public (int Status, string Body) Json(
        string json, string contentType = "application/json", string? encoding = null,
        IEnumerable<(string Name, string Value)>? headers = null) =>
        Http(_utf8.GetBytes(json), contentType, encoding, headers);

    public (int Status, string Body) Snappy(byte[] message, string? contentType = "application/x-protobuf") =>
        Http(IronSnappy.Snappy.Encode(message), contentType);

    public (int Status, string Body) Http(
        byte[] body, string? contentType, string? encoding = null, IEnumerable<(string Name, string Value)>? headers = null)
    {
        using ByteArrayContent content = new(body);
        if (contentType is not null)
        {
            content.Headers.ContentType = MediaTypeHeaderValue.Parse(contentType);
        }

        if (encoding is not null)
        {
            content.Headers.ContentEncoding.Add(encoding);
        }

        using HttpRequestMessage request = new(HttpMethod.Post, PushUrl) { Content = content };
        foreach ((string name, string value) in headers ?? [])
        {
            request.Headers.Add(name, value);
        }

        using HttpResponseMessage response = Send(request);
        return ((int)response.StatusCode, Read(response.Content));
    }

    /// <summary>One call, with the message as it is.</summary>
    public GrpcAnswer Grpc(byte[] message, IEnumerable<(string Name, string Value)>? headers = null, bool gzip = false) =>
        GrpcBody(Framed(gzip ? Gzip(message) : message, gzip), gzip ? [("grpc-encoding", "gzip"), .. headers ?? []] : headers);

    /// <summary>One call, with the body as it is.</summary>
    public GrpcAnswer GrpcBody(byte[] body, IEnumerable<(string Name, string Value)>? headers = null, string path = "/logproto.Pusher/Push")
    {
        using ByteArrayContent content = new(body);
        content.Headers.ContentType = new MediaTypeHeaderValue("application/grpc");
        using HttpRequestMessage request = new(HttpMethod.Post, new Uri(grpc, path))
        {
            Content = content,
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        request.Headers.TE.ParseAdd("trailers");
        foreach ((string name, string value) in headers ?? [])
        {
            request.Headers.Add(name, value);
        }

        using HttpResponseMessage response = Send(request);
        using MemoryStream reply = new();
        response.Content.CopyTo(reply, null, CancellationToken.None);
        string? inHeaders = Find(response.Headers, "grpc-status");
        return new GrpcAnswer(
            (int)response.StatusCode,
            int.TryParse(inHeaders ?? Find(response.TrailingHeaders, "grpc-status"), out int status) ? status : null,
            Uri.UnescapeDataString(Find(response.Headers, "grpc-message") ?? string.Empty),
            inHeaders is not null,
            reply.ToArray());
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
        byte[] frame = new byte[5 + message.Length];
        frame[0] = compressed ? (byte)1 : (byte)0;
        BinaryPrimitives.WriteInt32BigEndian(frame.AsSpan(1), message.Length);
        message.CopyTo(frame, 5);
        return frame;
    }

    // The client cannot send over HTTP/2 without a task.
    private HttpResponseMessage Send(HttpRequestMessage request) => _client.SendAsync(request).GetAwaiter().GetResult();

    private static string? Find(HttpHeaders headers, string name) =>
        headers.TryGetValues(name, out IEnumerable<string>? values) ? string.Join(',', values) : null;

    private static string Read(HttpContent content)
    {
        using StreamReader reader = new(content.ReadAsStream());
        return reader.ReadToEnd();
    }
}
