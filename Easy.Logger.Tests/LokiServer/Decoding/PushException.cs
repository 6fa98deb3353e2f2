namespace LokiServer.Decoding;

/// <summary>A request that cannot be read as a push: it is refused as a whole.</summary>
#pragma warning disable CA1032 // without a status it says nothing
internal sealed class PushException(int status, string message, Exception? inner = null) : Exception(message, inner)
#pragma warning restore CA1032
{
    /// <summary>Of HTTP, or of gRPC on the gRPC port.</summary>
    public int Status { get; } = status;
}
