using System.Buffers.Binary;
using System.IO.Compression;
using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Sending;
using Snappier;

namespace Easy.Logger.Loki.Encoding;

/// <summary>Makes of the lines of a batch what goes over the wire. Not thread-safe.</summary>
internal sealed class PushEncoder(LokiEncoding encoding, LokiCompression compression) : IDisposable
{
    private const int GrpcHeaderSize = 1 + sizeof(int);
    private const byte Compressed = 1;

    private readonly JsonPush _json = new();
    private readonly PushSlice _slice = new();
    private readonly ByteBuffer _plain = new(capacity: 64 * 1024);

    /// <summary>Encodes some lines.</summary>
    public void Encode(PushBatch batch, int first, int count, EncodedPush push)
    {
        _slice.Take(batch, first, count);
        push.Lines = count;
        push.Body.Clear();
        switch (encoding)
        {
            case LokiEncoding.Protobuf:
                push.Format = PushFormat.SnappyProtobuf;
                EncodePlain();
                Span<byte> room = push.Body.GetSpan(Snappy.GetMaxCompressedLength(_plain.Length));
                push.Body.Advance(Snappy.Compress(_plain.Written, room));
                _plain.Clear();
                break;
            case LokiEncoding.Grpc:
                push.Format = compression == LokiCompression.Gzip ? PushFormat.GzipGrpc : PushFormat.Grpc;
                EncodeFrame(push.Body);
                break;
            case LokiEncoding.Json when compression == LokiCompression.None:
                push.Format = PushFormat.Json;
                _json.Encode(_slice, push.Body);
                break;
            default:
                push.Format = PushFormat.GzipJson;
                _plain.Clear();
                _json.Encode(_slice, _plain);
                Gzip(push.Body);
                break;
        }
    }

    public void Dispose()
    {
        _json.Dispose();
        _plain.Dispose();
    }

    private void EncodePlain()
    {
        _plain.Clear();
        ProtobufPush.Encode(_slice, _plain);
    }

    /// <summary>A message of gRPC: whether it is compressed, its length, and the message.</summary>
    private void EncodeFrame(ByteBuffer body)
    {
        bool isCompressed = compression == LokiCompression.Gzip;
        body.GetSpan(GrpcHeaderSize);
        body.Advance(GrpcHeaderSize);
        if (isCompressed)
        {
            EncodePlain();
            Gzip(body);
        }
        else
        {
            ProtobufPush.Encode(_slice, body);
        }

        body.Bytes[0] = isCompressed ? Compressed : (byte)0;
        BinaryPrimitives.WriteInt32BigEndian(body.Bytes.AsSpan(1), body.Length - GrpcHeaderSize);
    }

    private void Gzip(ByteBuffer output)
    {
        using GZipStream gzip = new(new BufferStream(output), CompressionLevel.Fastest);
        gzip.Write(_plain.Bytes, 0, _plain.Length);
        _plain.Clear();
    }
}
