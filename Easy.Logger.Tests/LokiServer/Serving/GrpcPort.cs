using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using LokiServer.Decoding;
using LokiServer.Rules;
using Microsoft.AspNetCore.Http;

namespace LokiServer.Serving;

/// <summary>Loki's push over gRPC. Its answers carry statuses of gRPC; where Loki means one of HTTP, it puts that number there.</summary>
internal sealed class GrpcPort(LokiLimits limits, GrpcSide side, TimeProvider time, Distributor distributor, Ingester ingester)
    : PushPort(limits)
{
    private const int Ok = 0;
    private const int Unknown = 2;
    private const int ResourceExhausted = 8;
    private const int Unimplemented = 12;
    private const int Internal = 13;
    private const int HeadBytes = 5;

    public override IReadOnlyList<PushedStream> Read(Incoming incoming)
    {
        if (incoming.Path != "/logproto.Pusher/Push")
        {
            throw new PushException(Unimplemented, $"unknown method {incoming.Path}");
        }

        CheckTenant(incoming, Unknown, Unknown);
        return ProtobufPush.Parse(Message(incoming), Internal);
    }

    public override Answer Take(IReadOnlyList<PushedStream> streams, Incoming incoming)
    {
        if (side == GrpcSide.Ingester)
        {
            return TakeUnchecked(streams, TenantOf(incoming));
        }

        Answer answer = distributor.Push(streams, TenantOf(incoming));
        return answer.Status == Distributor.Taken ? new Answer(Ok, string.Empty) : answer;
    }

    public override Task WriteAsync(HttpContext context, Answer answer) => WriteAsync(context, answer.Status, answer.Text);

    /// <summary>The status is in the trailers when all is well, else in the headers, with nothing more.</summary>
    public static async Task WriteAsync(HttpContext context, int status, string message)
    {
        HttpResponse response = context.Response;
        response.ContentType = "application/grpc";
        string number = status.ToString(CultureInfo.InvariantCulture);
        if (status == Ok)
        {
            // All in one packet, as grpc-go does: what is flushed before its end would be two.
            response.BodyWriter.GetSpan(HeadBytes)[..HeadBytes].Clear();
            response.BodyWriter.Advance(HeadBytes);
            response.AppendTrailer("grpc-status", number);
            await response.CompleteAsync();
        }
        else
        {
            response.Headers["grpc-status"] = number;
            response.Headers["grpc-message"] = PercentEncoded(message);
        }
    }

    private Answer TakeUnchecked(IReadOnlyList<PushedStream> streams, string? tenant)
    {
        // Only the last stream's error is reported.
        Answer answer = new(Ok, string.Empty);
        long oldest = Nanoseconds.SinceEpoch(time.GetUtcNow() - Limits.OldestLine);
        foreach (PushedStream stream in streams)
        {
            string problem = stream.Labels is { } labels
                ? ingester.Push(tenant, labels, stream.Selector, [.. stream.Entries.Where(entry => entry.Nanoseconds >= oldest)])
                : stream.LabelError!;
            answer = problem.Length == 0 ? new Answer(Ok, string.Empty) : new Answer(Ingester.StatusOf(problem), problem);
        }

        return answer;
    }

    private static string PercentEncoded(string text) => string.Concat(Encoding.UTF8.GetBytes(text).Select(
        one => one is < 0x20 or > 0x7E or (byte)'%' ? string.Create(CultureInfo.InvariantCulture, $"%{one:X2}") : $"{(char)one}"));

    private byte[] Message(Incoming incoming)
    {
        ReadOnlySpan<byte> body = incoming.Body.Span;
        if (body.Length < HeadBytes)
        {
            throw new PushException(Internal, "unexpected EOF");
        }

        uint length = BinaryPrimitives.ReadUInt32BigEndian(body[1..]);
        if (length != body.Length - HeadBytes)
        {
            throw new PushException(Internal, $"a message of {length} bytes in a body of {body.Length}");
        }

        string encoding = incoming.Headers.GetValueOrDefault("grpc-encoding", "identity");
        byte[] message = body[0] switch
        {
            0 => body[HeadBytes..].ToArray(),
            1 when encoding == "gzip" => Unzip(body[HeadBytes..], Internal),
            _ => throw new PushException(Internal, $"grpc: received unexpected payload format {body[0]} with encoding {encoding}"),
        };
        return message.Length <= Limits.MessageBytes ? message : throw new PushException(
            ResourceExhausted, $"grpc: received message larger than max ({message.Length} vs. {Limits.MessageBytes})");
    }
}
