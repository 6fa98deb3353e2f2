namespace Benchmarker.Children;

/// <summary>How far a scenario's process has come.</summary>
/// <param name="Stage">What it is doing.</param>
/// <param name="Fraction">How much of its time has passed, from 0 to 1.</param>
internal sealed record ChildProgress(string Stage, double Fraction);
