using System.Buffers.Binary;
using System.Globalization;
using System.IO.Compression;
using System.Text;
using LokiServer.Decoding;
using LokiServer.Rules;
using Microsoft.AspNetCore.Http;

namespace LokiServer.Serving;

/// <summary>Loki's push over gRPC. Its answers carry statuses of gRPC; where Loki means one of HTTP, it puts that number there.</summary>
internal sealed class GrpcPort(LokiLimits limits, GrpcSide side, TimeProvider time, Distributor distributor, Ingester ingester) : PushPort
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

        CheckTenant(incoming);
        try
        {
            return ProtobufPush.Parse(Message(incoming));
        }
        catch (FormatException e)
        {
            throw new PushException(Internal, $"grpc: error unmarshalling request: {e.Message}", e);
        }
    }

    public override Answer Take(IReadOnlyList<PushedStream> streams, Incoming incoming)
    {
        string? tenant = limits.RequiresTenant ? incoming.Headers[TenantHeader] : null;
        if (side == GrpcSide.Ingester)
        {
            return TakeUnchecked(streams, tenant);
        }

        Answer answer = distributor.Push(streams, tenant);
        return answer == Answer.Taken ? new Answer(Ok, string.Empty) : answer;
    }

    public override async Task WriteAsync(HttpContext context, Answer answer)
    {
        // The web's statuses are for who does not speak gRPC at all.
        if (context.Request.Method != HttpMethods.Post
            || !context.Request.ContentType.AsSpan().StartsWith("application/grpc", StringComparison.Ordinal))
        {
            context.Response.StatusCode = context.Request.Method != HttpMethods.Post ? 405 : 415;
            return;
        }

        await WriteAsync(context, answer.Status, answer.Text);
    }

    /// <summary>
    /// Writes a gRPC answer: with an empty message and the status in the trailers when all is well, else with the status in the headers and
    /// nothing more.
    /// </summary>
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

    public override (int Status, int? GrpcStatus) StatusOf(Answer answer) => (200, answer.Status);

    private Answer TakeUnchecked(IReadOnlyList<PushedStream> streams, string? tenant)
    {
        // Only the last stream's error is reported.
        Answer answer = new(Ok, string.Empty);
        long oldest = Nanoseconds.SinceEpoch(time.GetUtcNow() - limits.OldestLine);
        foreach (PushedStream stream in streams)
        {
            string problem = stream.Labels is { } labels
                ? ingester.Push(tenant, labels, stream.Selector, [.. stream.Entries.Where(entry => entry.Nanoseconds >= oldest)], false)
                : stream.LabelError!;
            answer = problem.Length == 0 ? new Answer(Ok, string.Empty) : new Answer(Ingester.StatusOf(problem), problem);
        }

        return answer;
    }

    private static string PercentEncoded(string text)
    {
        StringBuilder encoded = new();
        foreach (byte b in Encoding.UTF8.GetBytes(text))
        {
            if (b is < 0x20 or > 0x7E or (byte)'%')
            {
                encoded.Append(CultureInfo.InvariantCulture, $"%{b:X2}");
            }
            else
            {
                encoded.Append((char)b);
            }
        }

        return encoded.ToString();
    }

    private PushException TooLarge(long bytes) =>
        new(ResourceExhausted, $"grpc: received message larger than max ({bytes} vs. {limits.MessageBytes})");

    private void CheckTenant(Incoming incoming)
    {
        if (!limits.RequiresTenant)
        {
            return;
        }

        if (!incoming.Headers.TryGetValue(TenantHeader, out string? tenant) || tenant.Length == 0
            || tenant.Contains(',', StringComparison.Ordinal))
        {
            throw new PushException(Unknown, "no org id");
        }

        if (Tenant.Problem(tenant) is { } problem)
        {
            throw new PushException(Unknown, problem);
        }
    }

    private byte[] Message(Incoming incoming)
    {
        ReadOnlySpan<byte> body = incoming.Body.Span;
        if (body.Length < HeadBytes)
        {
            throw new PushException(Internal, "unexpected EOF");
        }

        uint length = BinaryPrimitives.ReadUInt32BigEndian(body[1..]);
        if (length > limits.MessageBytes)
        {
            throw TooLarge(length);
        }

        if (length != body.Length - HeadBytes)
        {
            throw new PushException(Internal, $"a message of {length} bytes in a body of {body.Length}");
        }

        byte[] message = body[HeadBytes..].ToArray();
        string encoding = incoming.Headers.GetValueOrDefault("grpc-encoding", "identity");
        return body[0] switch
        {
            0 => message,
            1 when encoding == "gzip" => Unzip(message),
            1 when encoding == "identity" => throw new PushException(Internal, "grpc: compressed flag set with identity or empty encoding"),
            1 => throw new PushException(Unimplemented, $"grpc: Decompressor is not installed for grpc-encoding \"{encoding}\""),
            _ => throw new PushException(Internal, $"grpc: received unexpected payload format {body[0]}"),
        };
    }

    private byte[] Unzip(byte[] message)
    {
        try
        {
            using GZipStream gzip = new(new MemoryStream(message), CompressionMode.Decompress);
            return Unpacking.Read(gzip, limits.MessageBytes) ?? throw TooLarge(limits.MessageBytes + 1L);
        }
        catch (InvalidDataException e)
        {
            throw new PushException(Internal, $"grpc: failed to decompress the received message: {e.Message}", e);
        }
    }
}
