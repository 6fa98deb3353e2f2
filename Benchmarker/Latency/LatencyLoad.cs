namespace Benchmarker.Latency;

/// <summary>How calls are made.</summary>
/// <param name="Rate">Calls per second of all threads together.</param>
/// <param name="Threads">How many threads make them in turn.</param>
/// <param name="Seconds">For how long.</param>
internal sealed record LatencyLoad(int Rate, int Threads, double Seconds)
{
    public TimeSpan Duration => TimeSpan.FromSeconds(Seconds);
}
