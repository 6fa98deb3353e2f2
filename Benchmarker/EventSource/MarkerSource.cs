using System.Diagnostics.Tracing;

namespace Benchmarker.EventSource;

/// <summary>Events that only say that time goes on, see <see cref="SessionHearing" />.</summary>
[EventSource(Name = ProviderName)]
internal sealed class MarkerSource : System.Diagnostics.Tracing.EventSource
{
    public const string ProviderName = "EasyLogger-Benchmark-Marker";

    private const int MarkerId = 1;

    private MarkerSource()
    {
    }

    public static MarkerSource Instance { get; } = new();

    [Event(MarkerId, Level = EventLevel.Informational)]
    public void Marker() => WriteEvent(MarkerId);
}
