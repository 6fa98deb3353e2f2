namespace Benchmarker.Compare;

/// <summary>What a run of the comparison was asked for.</summary>
/// <param name="Seed">The first seed; every further configuration has the next one.</param>
/// <param name="Time">It ends after this time,</param>
/// <param name="Cases">after so many configurations,</param>
/// <param name="Differences">or after so many differences.</param>
/// <param name="Direct">log4net is compared with itself.</param>
/// <param name="Plant">A defect to plant into the run with the async appender.</param>
/// <param name="Reduce">How long a case that differs is made smaller.</param>
/// <param name="Folder">For the files that the appenders write.</param>
internal sealed record CompareOptions(
    int Seed, TimeSpan Time, int Cases, int Differences, bool Direct, Plant Plant, TimeSpan Reduce, string Folder);
