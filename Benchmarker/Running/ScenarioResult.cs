using Benchmarker.Measuring;

namespace Benchmarker.Running;

/// <summary>One step's measurement and the verdict on it.</summary>
internal sealed record ScenarioResult
{
    public required BenchmarkStep Step { get; init; }

    /// <summary><see langword="null" /> when its process failed before it had one.</summary>
    public required Measurement? Measurement { get; init; }

    /// <summary>Why the run counts as failed. Empty when all is well.</summary>
    public required IReadOnlyList<string> Problems { get; init; }

    /// <summary>What the process wrote beside its result; worth reading, not by itself a failure.</summary>
    public required IReadOnlyList<string> Output { get; init; }
}
