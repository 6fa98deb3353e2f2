namespace Benchmarker.Watch;

/// <summary>One attached appender at one moment.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Type">Its class.</param>
/// <param name="Taken">Events that it took so far.</param>
/// <param name="TakenPerSecond">Events that it took, each second.</param>
/// <param name="Failed">Events that it failed on so far.</param>
/// <param name="FailedPerSecond">Events that it failed on, each second.</param>
internal sealed record ChildMoment(string Name, string Type, double Taken, double TakenPerSecond, double Failed, double FailedPerSecond);
