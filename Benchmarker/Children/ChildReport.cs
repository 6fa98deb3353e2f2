namespace Benchmarker.Children;

/// <summary>What a child process left behind when it ended.</summary>
/// <param name="Result">What it found out; <see langword="null" /> when it ended without a result.</param>
/// <param name="Failure">Why it counts as failed; <see langword="null" /> when it does not.</param>
/// <param name="Output">What it wrote beside its messages: log4net's complaints, or an exception.</param>
internal sealed record ChildReport<TResult>(TResult? Result, string? Failure, IReadOnlyList<string> Output)
    where TResult : class;
