namespace LokiServer;

/// <summary>Where a server is when it is started again.</summary>
/// <param name="HttpPort">The port for HTTP.</param>
/// <param name="GrpcPort">The port for gRPC.</param>
/// <param name="Data">A file with what it took, each line before it is answered.</param>
public sealed record FixedPlace(int HttpPort, int GrpcPort, string Data);
