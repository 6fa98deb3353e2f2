namespace LokiServer;

/// <summary>A request as it came in, and what was answered.</summary>
public sealed record ReceivedRequest
{
    /// <summary>The HTTP method.</summary>
    public required string Method { get; init; }

    /// <summary>The path with its query.</summary>
    public required string Path { get; init; }

    /// <summary><c>HTTP/1.1</c> or <c>HTTP/2</c>.</summary>
    public required string Protocol { get; init; }

    /// <summary>The headers; several of one name are joined with commas. Names are compared without case.</summary>
    public required IReadOnlyDictionary<string, string> Headers { get; init; }

    /// <summary>When its head was read, by the server's clock.</summary>
    public required DateTimeOffset ArrivedAt { get; init; }

    /// <summary>The bytes of the body as they came.</summary>
    public required long ReceivedBytes { get; init; }

    /// <summary>
    /// The bytes of the same push as an uncompressed protobuf message, whatever it was sent as; 0 when it could not be read.
    /// </summary>
    public required long ProtobufBytes { get; init; }

    /// <summary>How many streams were in it; 0 when it could not be read.</summary>
    public required int Streams { get; init; }

    /// <summary>How many lines were in it, taken or not; 0 when it could not be read.</summary>
    public required int Entries { get; init; }

    /// <summary>The HTTP status that was answered; <see langword="null" /> when nothing was.</summary>
    public required int? Status { get; init; }

    /// <summary>The gRPC status that was answered; <see langword="null" /> when none was.</summary>
    public required int? GrpcStatus { get; init; }

    /// <summary>The text of the answer.</summary>
    public required string Answer { get; init; }

    /// <summary>The <c>Content-Type</c>; <see langword="null" /> when there was none.</summary>
    public string? ContentType => Headers.GetValueOrDefault("Content-Type");

    /// <summary>The <c>Content-Encoding</c>; <see langword="null" /> when there was none.</summary>
    public string? ContentEncoding => Headers.GetValueOrDefault("Content-Encoding");
}
