using LokiServer.Decoding;
using LokiServer.Serving;

namespace LokiServer;

internal sealed class ReceivedRequest(Incoming incoming, IReadOnlyList<PushedStream> streams)
{
    /// <summary>With its query.</summary>
    public string Path { get; } = incoming.Path;

    public string Protocol { get; } = incoming.Protocol;

    /// <summary>Several of one name are joined with commas. Names are compared without case.</summary>
    public IReadOnlyDictionary<string, string> Headers { get; } = incoming.Headers;

    public string? ContentType => Headers.GetValueOrDefault("Content-Type");

    public int ReceivedBytes { get; } = incoming.Body.Length;

    /// <summary>The bytes of the same push as an uncompressed protobuf message, whatever it was sent as.</summary>
    public long ProtobufBytes { get; } = PushSize.Of(streams);

    /// <summary>None, as of lines and bytes, when it could not be read.</summary>
    public int Streams { get; } = streams.Count;

    public int Entries { get; } = streams.Sum(stream => stream.Entries.Count);
}
