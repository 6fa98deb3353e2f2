using System.Text;
using Google.Protobuf;

namespace LokiServer.Decoding;

/// <summary>A push as message <c>logproto.PushRequest</c>, read more strictly than by Loki: texts have to be valid UTF-8.</summary>
internal static class ProtobufPush
{
    private const long NanosecondsPerSecond = 1_000_000_000;

    private static readonly UTF8Encoding _strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    public static IReadOnlyList<PushedStream> Parse(byte[] message, int statusOfBad)
    {
        try
        {
            return [.. Fields(UnsafeByteOperations.UnsafeWrap(message))[1].Select(stream => Stream(stream.Bytes))];
        }
        catch (Exception e) when (e is InvalidProtocolBufferException or DecoderFallbackException or OverflowException or FormatException)
        {
            throw new PushException(statusOfBad, $"error unmarshalling request: {e.Message}", e);
        }
    }

    private static PushedStream Stream(ByteString message)
    {
        ILookup<int, (ByteString Bytes, long Number)> fields = Fields(message);
        string selector = Text(fields[1]);
        PushedEntry[] entries = [.. fields[2].Select(entry => Entry(entry.Bytes))];
        try
        {
            return new PushedStream(selector, LabelSelector.Parse(selector), null, entries);
        }
        catch (FormatException e)
        {
            return new PushedStream(selector, null, e.Message, entries);
        }
    }

    private static PushedEntry Entry(ByteString message)
    {
        ILookup<int, (ByteString Bytes, long Number)> fields = Fields(message);
        return new PushedEntry(
            Timestamp(fields[1].LastOrDefault((ByteString.Empty, 0)).Bytes),
            Text(fields[2]),
            [.. fields[3].Select(pair => Fields(pair.Bytes)).Select(pair => KeyValuePair.Create(Text(pair[1]), Text(pair[2])))]);
    }

    private static long Timestamp(ByteString message)
    {
        ILookup<int, (ByteString Bytes, long Number)> fields = Fields(message);
        long seconds = fields[1].LastOrDefault().Number;
        int nanos = (int)fields[2].LastOrDefault().Number;
        return nanos is >= 0 and < (int)NanosecondsPerSecond
            ? checked((seconds * NanosecondsPerSecond) + nanos)
            : throw new FormatException($"timestamp: {nanos} nanoseconds");
    }

    // ReadString puts replacement characters where the bytes are wrong.
    private static string Text(IEnumerable<(ByteString Bytes, long Number)> field) =>
        _strict.GetString(field.LastOrDefault((ByteString.Empty, 0)).Bytes.Span);

    /// <summary>By their numbers: the bytes of those that have a length, and the value of those that are a number.</summary>
    private static ILookup<int, (ByteString Bytes, long Number)> Fields(ByteString message)
    {
        List<(int Field, ByteString Bytes, long Number)> fields = [];
        using CodedInputStream input = message.CreateCodedInput();
        for (uint tag = input.ReadTag(); tag != 0; tag = input.ReadTag())
        {
            int field = WireFormat.GetTagFieldNumber(tag);
            switch (WireFormat.GetTagWireType(tag))
            {
                case WireFormat.WireType.LengthDelimited: fields.Add((field, input.ReadBytes(), 0)); break;
                case WireFormat.WireType.Varint: fields.Add((field, ByteString.Empty, input.ReadInt64())); break;
                default: input.SkipLastField(); break;
            }
        }

        return fields.ToLookup(field => field.Field, field => (field.Bytes, field.Number));
    }
}
