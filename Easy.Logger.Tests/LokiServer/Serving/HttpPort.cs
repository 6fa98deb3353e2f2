using System.IO.Compression;
using System.Net.Http.Headers;
using System.Net.Mime;
using LokiServer.Decoding;
using LokiServer.Rules;
using Microsoft.AspNetCore.Http;

namespace LokiServer.Serving;

/// <summary>Loki's push over HTTP.</summary>
internal sealed class HttpPort(LokiLimits limits, Distributor distributor) : PushPort
{
    public override IReadOnlyList<PushedStream> Read(Incoming incoming)
    {
        if (incoming.Path != "/loki/api/v1/push")
        {
            throw new PushException(404, "404 page not found");
        }

        if (incoming.Method != HttpMethods.Post)
        {
            throw new PushException(405, string.Empty);
        }

        CheckTenant(incoming);
        ReadOnlyMemory<byte> body = Unpack(incoming.Body, incoming.Headers.GetValueOrDefault("Content-Encoding"));
        return !MediaTypeHeaderValue.TryParse(incoming.Headers.GetValueOrDefault("Content-Type"), out MediaTypeHeaderValue? type)
            ? throw new PushException(400, "mime: no media type")
            : type.MediaType switch
            {
                MediaTypeNames.Application.Json => JsonPush.Parse(body),
                "application/x-protobuf" => Snappy(body),
                _ => throw new PushException(400, $"{type.MediaType} is no push"),
            };
    }

    public override Answer Take(IReadOnlyList<PushedStream> streams, Incoming incoming) =>
        distributor.Push(streams, limits.RequiresTenant ? incoming.Headers[TenantHeader] : null);

    public override async Task WriteAsync(HttpContext context, Answer answer)
    {
        context.Response.StatusCode = answer.Status;
        if (answer.Status != 204)
        {
            context.Response.ContentType = "text/plain; charset=utf-8";
            await context.Response.WriteAsync(answer.Text + '\n', context.RequestAborted);
        }
    }

    public override (int Status, int? GrpcStatus) StatusOf(Answer answer) => (answer.Status, null);

    private void CheckTenant(Incoming incoming)
    {
        if (!limits.RequiresTenant)
        {
            return;
        }

        if (!incoming.Headers.TryGetValue(TenantHeader, out string? tenant) || tenant.Length == 0)
        {
            throw new PushException(401, "no org id");
        }

        if (Tenant.Problem(tenant) is { } problem)
        {
            throw new PushException(400, problem);
        }
    }

    private static ReadOnlyMemory<byte> Unpack(ReadOnlyMemory<byte> body, string? encoding)
    {
        switch (encoding)
        {
            case null or "" or "snappy": // Snappy belongs to the protobuf format, whether the header says it or not.
                return body;
            case "gzip":
                return Unzip(body);
            default:
                throw new PushException(400, $"Content-Encoding \"{encoding}\" not supported");
        }
    }

    private static byte[] Unzip(ReadOnlyMemory<byte> body)
    {
        try
        {
            using GZipStream gzip = new(new MemoryStream(body.ToArray()), CompressionMode.Decompress);
            using MemoryStream unpacked = new();
            gzip.CopyTo(unpacked);
            return unpacked.ToArray();
        }
        catch (InvalidDataException e)
        {
            throw new PushException(400, e.Message, e);
        }
    }

    private static IReadOnlyList<PushedStream> Snappy(ReadOnlyMemory<byte> body)
    {
        try
        {
            return ProtobufPush.Parse(IronSnappy.Snappy.Decode(body.Span));
        }
        catch (FormatException e)
        {
            throw new PushException(400, e.Message, e);
        }
        catch (Exception e)
        {
            // It fails in many ways on what is not its format.
            throw new PushException(400, "snappy: corrupt input", e);
        }
    }
}
