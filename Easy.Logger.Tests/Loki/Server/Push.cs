using System.Text.Json;
using Google.Protobuf;

namespace Easy.Logger.Tests.Loki.Server;

/// <summary>Pushes made by hand: JSON as text, protobuf field by field with Google's writer.</summary>
internal static class Push
{
    private const long NanosecondsPerSecond = 1_000_000_000;

    private delegate void WriteFields(CodedOutputStream output);

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

    public static byte[] ProtobufOf(params IEnumerable<byte[]> streams) => Message(output =>
    {
        foreach (byte[] stream in streams)
        {
            Field(output, 1, stream);
        }
    });

    public static byte[] ProtobufStream(string selector, params IEnumerable<byte[]> entries) => Message(output =>
    {
        output.WriteTag(1, WireFormat.WireType.LengthDelimited);
        output.WriteString(selector);
        foreach (byte[] entry in entries)
        {
            Field(output, 2, entry);
        }
    });

    public static byte[] ProtobufEntry(long nanoseconds, string line, params IEnumerable<(string Name, string Value)> metadata) =>
        Message(output =>
    {
        Field(output, 1, Message(timestamp =>
        {
            timestamp.WriteTag(1, WireFormat.WireType.Varint);
            timestamp.WriteInt64(nanoseconds / NanosecondsPerSecond);
            timestamp.WriteTag(2, WireFormat.WireType.Varint);
            timestamp.WriteInt32((int)(nanoseconds % NanosecondsPerSecond));
        }));
        output.WriteTag(2, WireFormat.WireType.LengthDelimited);
        output.WriteString(line);
        foreach ((string name, string value) in metadata)
        {
            Field(output, 3, Message(pair =>
            {
                pair.WriteTag(1, WireFormat.WireType.LengthDelimited);
                pair.WriteString(name);
                pair.WriteTag(2, WireFormat.WireType.LengthDelimited);
                pair.WriteString(value);
            }));
        }
    });

    private static void Field(CodedOutputStream output, int number, byte[] message)
    {
        output.WriteTag(number, WireFormat.WireType.LengthDelimited);
        output.WriteBytes(ByteString.CopyFrom(message));
    }

    private static byte[] Message(WriteFields write)
    {
        using MemoryStream bytes = new();
        using CodedOutputStream output = new(bytes);
        write(output);
        output.Flush();
        return bytes.ToArray();
    }
}
