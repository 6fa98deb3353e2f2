using Benchmarker.Scenarios;

namespace Benchmarker.Running;

/// <summary>One process of a benchmark.</summary>
/// <param name="Scenario">What it measures.</param>
/// <param name="Threads">How many threads log in it.</param>
/// <param name="Run">Which of the repetitions it belongs to, from 1.</param>
/// <param name="Label">What it is called: the scenario, and what else distinguishes it from the other steps.</param>
internal sealed record BenchmarkStep(Scenario Scenario, int Threads, int Run, string Label);
