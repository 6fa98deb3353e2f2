namespace LokiServer;

/// <summary>A request as it came in, and what was answered.</summary>
/// <param name="Path">The path with its query.</param>
/// <param name="Protocol"><c>HTTP/1.1</c> or <c>HTTP/2</c>.</param>
/// <param name="Headers">The headers; several of one name are joined with commas. Names are compared without case.</param>
/// <param name="ReceivedBytes">The bytes of the body as they came.</param>
/// <param name="ProtobufBytes">The bytes of the same push as an uncompressed protobuf message, whatever it was sent as.</param>
/// <param name="Streams">How many streams were in it; 0, as of its lines and bytes, when it could not be read.</param>
/// <param name="Entries">How many lines were in it, taken or not.</param>
/// <param name="Status">The HTTP status that was answered; <see langword="null" /> when nothing was.</param>
/// <param name="GrpcStatus">The gRPC status that was answered; <see langword="null" /> when none was.</param>
/// <param name="Answer">The text of the answer.</param>
public sealed record ReceivedRequest(
    string Path, string Protocol, IReadOnlyDictionary<string, string> Headers, long ReceivedBytes, long ProtobufBytes, int Streams,
    int Entries, int? Status, int? GrpcStatus, string Answer)
{
    /// <summary>The <c>Content-Type</c>; <see langword="null" /> when there was none.</summary>
    public string? ContentType => Headers.GetValueOrDefault("Content-Type");

    /// <summary>The <c>Content-Encoding</c>; <see langword="null" /> when there was none.</summary>
    public string? ContentEncoding => Headers.GetValueOrDefault("Content-Encoding");
}
