namespace Benchmarker.Watch;

/// <summary>Events that were not forwarded for one reason.</summary>
/// <param name="Type">The reason, as the meter calls it.</param>
/// <param name="Total">How many so far.</param>
/// <param name="PerSecond">How many each second.</param>
internal sealed record ErrorMoment(string Type, double Total, double PerSecond);
