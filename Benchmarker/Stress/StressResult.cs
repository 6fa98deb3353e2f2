namespace Benchmarker.Stress;

/// <summary>What a stress run found.</summary>
/// <param name="Seed">What repeats it.</param>
/// <param name="Faults">What was not as it should be; empty when all is well.</param>
/// <param name="Summary">What happened in it.</param>
internal sealed record StressResult(int Seed, IReadOnlyList<string> Faults, string Summary);
