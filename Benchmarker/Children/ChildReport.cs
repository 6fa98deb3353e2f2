using Benchmarker.Measuring;

namespace Benchmarker.Children;

/// <summary>What a scenario's process left behind when it ended.</summary>
/// <param name="Measurement">Its result; <see langword="null" /> when it ended without one.</param>
/// <param name="Failure">Why it counts as failed; <see langword="null" /> when it does not.</param>
/// <param name="Output">What it wrote beside its messages: log4net's complaints, or an exception.</param>
internal sealed record ChildReport(Measurement? Measurement, string? Failure, IReadOnlyList<string> Output);
