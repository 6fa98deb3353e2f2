using Google.Protobuf;

namespace LokiServer.Decoding;

/// <summary>How many bytes a push has as uncompressed protobuf message.</summary>
internal static class PushSize
{
    private const long NanosecondsPerSecond = 1_000_000_000;
    private const int TagBytes = 1;

    public static long Of(IEnumerable<PushedStream> streams) => streams.Sum(stream => Field(
        Text(stream.Selector) + stream.Entries.Sum(entry => Field(Of(entry)))));

    private static long Of(PushedEntry entry) =>
        Field(Timestamp(entry.Nanoseconds)) + Text(entry.Line) + entry.Metadata.Sum(pair => Field(Text(pair.Key) + Text(pair.Value)));

    private static long Timestamp(long nanoseconds)
    {
        (long seconds, long nanos) = Math.DivRem(nanoseconds, NanosecondsPerSecond);
        return (seconds == 0 ? 0 : TagBytes + CodedOutputStream.ComputeInt64Size(seconds))
            + (nanos == 0 ? 0 : TagBytes + CodedOutputStream.ComputeInt32Size((int)nanos));
    }

    // Empty fields are not written.
    private static long Text(string text) => text.Length == 0 ? 0 : TagBytes + CodedOutputStream.ComputeStringSize(text);

    private static long Field(long bytes) => TagBytes + CodedOutputStream.ComputeUInt64Size((ulong)bytes) + bytes;
}
