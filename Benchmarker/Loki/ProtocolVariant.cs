namespace Benchmarker.Loki;

/// <summary>How <see cref="LokiProtocolBenchmarks" /> measures.</summary>
public enum ProtocolVariant
{
    /// <summary>With what is wrong with the original.</summary>
    AsPublished,

    /// <summary>Without.</summary>
    Fair,
}
