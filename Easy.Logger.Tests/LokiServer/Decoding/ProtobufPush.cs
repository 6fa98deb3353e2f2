using System.Text;
using Google.Protobuf;

namespace LokiServer.Decoding;

/// <summary>
/// A push as protobuf message <c>logproto.PushRequest</c>. Stricter than Loki in one thing: texts have to be valid UTF-8.
/// </summary>
internal static class ProtobufPush
{
    private const long NanosecondsPerSecond = 1_000_000_000;

    private static readonly UTF8Encoding _strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private delegate void ReadField(int field, CodedInputStream input);

    /// <exception cref="FormatException">It is no such message.</exception>
    public static IReadOnlyList<PushedStream> Parse(byte[] message)
    {
        List<PushedStream> streams = [];
        try
        {
            Message(UnsafeByteOperations.UnsafeWrap(message), (field, input) =>
            {
                switch (field)
                {
                    case 1: streams.Add(Stream(input.ReadBytes())); break;
                    default: input.SkipLastField(); break;
                }
            });
        }
        catch (Exception e) when (e is InvalidProtocolBufferException or DecoderFallbackException or OverflowException)
        {
            throw new FormatException(e.Message, e);
        }

        return streams;
    }

    private static PushedStream Stream(ByteString message)
    {
        string labels = string.Empty;
        List<PushedEntry> entries = [];
        Message(message, (field, input) =>
        {
            switch (field)
            {
                case 1: labels = Text(input); break;
                case 2: entries.Add(Entry(input.ReadBytes())); break;
                default: input.SkipLastField(); break;
            }
        });
        return PushedStream.FromSelector(labels, entries);
    }

    private static PushedEntry Entry(ByteString message)
    {
        long nanoseconds = 0;
        string line = string.Empty;
        List<KeyValuePair<string, string>> metadata = [];
        Message(message, (field, input) =>
        {
            switch (field)
            {
                case 1: nanoseconds = Timestamp(input.ReadBytes()); break;
                case 2: line = Text(input); break;
                case 3: metadata.Add(Pair(input.ReadBytes())); break;
                default: input.SkipLastField(); break;
            }
        });
        return new PushedEntry(nanoseconds, line, metadata);
    }

    private static long Timestamp(ByteString message)
    {
        long seconds = 0;
        int nanos = 0;
        Message(message, (field, input) =>
        {
            switch (field)
            {
                case 1: seconds = input.ReadInt64(); break;
                case 2: nanos = input.ReadInt32(); break;
                default: input.SkipLastField(); break;
            }
        });
        return nanos is >= 0 and < (int)NanosecondsPerSecond
            ? checked((seconds * NanosecondsPerSecond) + nanos)
            : throw new FormatException($"timestamp: {nanos} nanoseconds");
    }

    private static KeyValuePair<string, string> Pair(ByteString message)
    {
        string name = string.Empty;
        string value = string.Empty;
        Message(message, (field, input) =>
        {
            switch (field)
            {
                case 1: name = Text(input); break;
                case 2: value = Text(input); break;
                default: input.SkipLastField(); break;
            }
        });
        return new(name, value);
    }

    private static void Message(ByteString message, ReadField read)
    {
        using CodedInputStream input = message.CreateCodedInput();
        for (uint tag = input.ReadTag(); tag != 0; tag = input.ReadTag())
        {
            read(WireFormat.GetTagFieldNumber(tag), input);
        }
    }

    // ReadString puts replacement characters where the bytes are wrong.
    private static string Text(CodedInputStream input) => _strict.GetString(input.ReadBytes().Span);
}
