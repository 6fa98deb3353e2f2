using Benchmarker.Measuring;
using Benchmarker.Scenarios;

namespace Benchmarker.Running;

/// <summary>One scenario's measurement and the verdict on it.</summary>
internal sealed record ScenarioResult
{
    public required Scenario Scenario { get; init; }

    /// <summary><see langword="null" /> when its process failed before it had one.</summary>
    public required Measurement? Measurement { get; init; }

    /// <summary>Sustained events per second, as a multiple of the baseline's in the same run; <see langword="null" /> without a baseline.</summary>
    public double? RatioToBaseline { get; init; }

    /// <summary>Why the run counts as failed. Empty when all is well.</summary>
    public required IReadOnlyList<string> Problems { get; init; }

    /// <summary>What the process wrote beside its result; worth reading, not by itself a failure.</summary>
    public required IReadOnlyList<string> Output { get; init; }
}
