using Google.Protobuf;

namespace Easy.Logger.Tests.Loki.Server;

/// <summary>Pushes made by hand: JSON as text, protobuf field by field with Google's writer.</summary>
internal static class Push
{
    private const long NanosecondsPerSecond = 1_000_000_000;

    /// <summary>One stream with one line.</summary>
    public static string Json(long nanoseconds, string line = "line", string labels = """{"app":"x"}""", string? metadata = null) =>
        JsonOf(JsonStream(labels, JsonEntry(nanoseconds, line, metadata)));

    public static string JsonOf(params IEnumerable<string> streams) => $$"""{"streams":[{{string.Join(',', streams)}}]}""";

    public static string JsonStream(string labels, params IEnumerable<string> entries) =>
        $$"""{"stream":{{labels}},"values":[{{string.Join(',', entries)}}]}""";

    public static string JsonEntry(long nanoseconds, string line = "line", string? metadata = null) => string.Create(
        CultureInfo.InvariantCulture,
        $"""["{nanoseconds}",{JsonSerializer.Serialize(line)}{(metadata is null ? string.Empty : "," + metadata)}]""");

    /// <summary>One stream with one line.</summary>
    public static byte[] Protobuf(long nanoseconds, string line = "line", string selector = """{app="x"}""") =>
        ProtobufOf(ProtobufStream(selector, ProtobufEntry(nanoseconds, line)));

    public static byte[] ProtobufOf(params IEnumerable<byte[]> streams) => Message(streams.Select(stream => (1, (object)stream)));

    public static byte[] ProtobufStream(string selector, params IEnumerable<byte[]> entries) =>
        Message([(1, selector), .. entries.Select(entry => (2, (object)entry))]);

    public static byte[] ProtobufEntry(long nanoseconds, string line, params IEnumerable<(string Name, string Value)> metadata) => Message(
        [
            (1, Message([(1, nanoseconds / NanosecondsPerSecond), (2, nanoseconds % NanosecondsPerSecond)])),
            (2, line),
            .. metadata.Select(pair => (3, (object)Message([(1, pair.Name), (2, pair.Value)]))),
        ]);

    private static byte[] Message(IEnumerable<(int Number, object Value)> fields)
    {
        using MemoryStream bytes = new();
        using CodedOutputStream output = new(bytes);
        foreach ((int number, object value) in fields)
        {
            output.WriteTag(number, value is long ? WireFormat.WireType.Varint : WireFormat.WireType.LengthDelimited);
            switch (value)
            {
                case long integer: output.WriteInt64(integer); break;
                case string text: output.WriteString(text); break;
                default: output.WriteBytes(ByteString.CopyFrom((byte[])value)); break;
            }
        }

        output.Flush();
        return bytes.ToArray();
    }
}
