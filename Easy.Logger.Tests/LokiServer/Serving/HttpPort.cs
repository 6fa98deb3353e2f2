using System.Net.Http.Headers;
using System.Net.Mime;
using LokiServer.Decoding;
using LokiServer.Rules;
using Microsoft.AspNetCore.Http;

namespace LokiServer.Serving;

internal sealed class HttpPort(LokiLimits limits, Distributor distributor) : PushPort(limits)
{
    private const int Bad = 400;

    public override IReadOnlyList<PushedStream> Read(Incoming incoming)
    {
        if (incoming.Path != "/loki/api/v1/push")
        {
            throw new PushException(404, "404 page not found");
        }

        CheckTenant(incoming, statusOfNone: 401, Bad);
        ReadOnlyMemory<byte> body = incoming.Headers.GetValueOrDefault("Content-Encoding") switch
        {
            null or "" or "snappy" => incoming.Body, // Snappy belongs to the protobuf format, whether the header says it or not.
            "gzip" => Unzip(incoming.Body.Span, Bad),
            string encoding => throw new PushException(Bad, $"Content-Encoding \"{encoding}\" not supported"),
        };
        return !MediaTypeHeaderValue.TryParse(incoming.Headers.GetValueOrDefault("Content-Type"), out MediaTypeHeaderValue? type)
            ? throw new PushException(Bad, "mime: no media type")
            : type.MediaType switch
            {
                MediaTypeNames.Application.Json => JsonPush.Parse(body),
                "application/x-protobuf" => ProtobufPush.Parse(Snappy(body), Bad),
                _ => throw new PushException(Bad, $"{type.MediaType} is no push"),
            };
    }

    public override Answer Take(IReadOnlyList<PushedStream> streams, Incoming incoming) =>
        distributor.Push(streams, TenantOf(incoming));

    public override async Task WriteAsync(HttpContext context, Answer answer)
    {
        context.Response.StatusCode = answer.Status;
        if (answer.Status != Distributor.Taken)
        {
            context.Response.ContentType = "text/plain; charset=utf-8";
            await context.Response.WriteAsync(answer.Text + '\n', context.RequestAborted);
        }
    }

    private static byte[] Snappy(ReadOnlyMemory<byte> body)
    {
        try
        {
            return IronSnappy.Snappy.Decode(body.Span);
        }
        catch (Exception e)
        {
            // It fails in many ways on what is not its format.
            throw new PushException(Bad, "snappy: corrupt input", e);
        }
    }
}
