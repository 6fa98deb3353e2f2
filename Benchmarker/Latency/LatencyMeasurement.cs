using Benchmarker.Measuring;

namespace Benchmarker.Latency;

/// <summary>How late calls at a fixed rate returned. The process that measures it writes it for its parent as JSON.</summary>
internal sealed record LatencyMeasurement
{
    public required long Calls { get; init; }

    public required double CallsPerSecond { get; init; }

    public required double P50Ns { get; init; }

    public required double P90Ns { get; init; }

    public required double P99Ns { get; init; }

    public required double P999Ns { get; init; }

    public required double P9999Ns { get; init; }

    public required double MaxNs { get; init; }

    public long Lost { get; init; }

    public IReadOnlyList<string> Discrepancies { get; init; } = [];

    public static LatencyMeasurement Of(CallTimeHistogram latencies, long calls, TimeSpan elapsed) => new()
    {
        Calls = calls,
        CallsPerSecond = calls / elapsed.TotalSeconds,
        P50Ns = latencies.PercentileNanoseconds(50),
        P90Ns = latencies.PercentileNanoseconds(90),
        P99Ns = latencies.PercentileNanoseconds(99),
        P999Ns = latencies.PercentileNanoseconds(99.9),
        P9999Ns = latencies.PercentileNanoseconds(99.99),
        MaxNs = latencies.MaxNanoseconds,
    };
}
