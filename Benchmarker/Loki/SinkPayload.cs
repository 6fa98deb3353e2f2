namespace Benchmarker.Loki;

/// <summary>What the events of <see cref="LokiSinkBenchmarks" /> are.</summary>
public enum SinkPayload
{
    /// <summary>Six properties of five types.</summary>
    Simple,

    /// <summary>An exception in an exception, both thrown.</summary>
    Exception,
}
