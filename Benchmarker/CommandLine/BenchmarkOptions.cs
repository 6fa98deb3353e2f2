using Benchmarker.Scenarios;

namespace Benchmarker.CommandLine;

/// <summary>What the user asked for.</summary>
internal sealed record BenchmarkOptions(
    double Seconds,
    IReadOnlyList<int> ThreadCounts,
    int Runs,
    IReadOnlyList<Scenario> Scenarios,
    FileInfo? JsonFile = null,
    FileInfo? ReportFile = null);
