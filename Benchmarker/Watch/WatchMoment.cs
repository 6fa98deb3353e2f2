namespace Benchmarker.Watch;

/// <summary>Everything that is shown at once.</summary>
/// <param name="Elapsed">Since the watch began.</param>
/// <param name="Components">The appenders.</param>
internal sealed record WatchMoment(TimeSpan Elapsed, IReadOnlyList<ComponentMoment> Components)
{
    /// <summary>Works out what is shown from two readings of the meter.</summary>
    /// <param name="before">The earlier one.</param>
    /// <param name="now">The later one.</param>
    /// <param name="between">The time between them.</param>
    /// <param name="elapsed">The time since the watch began.</param>
    public static WatchMoment Of(MeterReading before, MeterReading now, TimeSpan between, TimeSpan elapsed) =>
        new(elapsed, [.. now.Components.Select(component => ComponentMoment.Of(component, before, now, between))]);
}
