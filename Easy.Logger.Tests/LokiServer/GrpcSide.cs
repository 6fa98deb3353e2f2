namespace LokiServer;

/// <summary>Which part of Loki answers on the gRPC port.</summary>
public enum GrpcSide
{
    /// <summary>The ingester, as in a single binary: it checks next to nothing, and tells only of the last stream of a request.</summary>
    Ingester,

    /// <summary>A distributor on its own, which checks what the HTTP port checks.</summary>
    Distributor,
}
