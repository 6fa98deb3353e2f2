namespace Benchmarker.Measuring;

/// <summary>What one scenario's process found out. The process writes it for its parent as JSON.</summary>
internal sealed record Measurement
{
    public required bool ServerGc { get; init; }

    public required long Accepted { get; init; }

    public required double AcceptedPerSecond { get; init; }

    /// <summary>With the time until everything was written and closed.</summary>
    public required double SustainedPerSecond { get; init; }

    public required double NsPerCall { get; init; }

    public required double P50Ns { get; init; }

    public required double P99Ns { get; init; }

    public required double P999Ns { get; init; }

    public required double MaxNs { get; init; }

    public required double BytesPerEvent { get; init; }

    public required int Gen0 { get; init; }

    public required int Gen1 { get; init; }

    public required int Gen2 { get; init; }

    public required long Lines { get; init; }

    public required IReadOnlyList<string> Discrepancies { get; init; }

    public long Lost => Accepted - Lines;
}
