using System.Diagnostics.Metrics;
using Easy.Logger.Metrics;

namespace Easy.Logger.EventSource.Diagnostics;

/// <summary>What this package adds to the meter <c>Easy.Logger</c>. Thread-safe.</summary>
internal static class EventSourceMeter
{
    public const string TruncatedName = "easy_logger.event_source.truncated";
    public const string DroppedName = "easy_logger.event_source.dropped";

    private const string Events = "{log_record}";

    private static readonly Meter _meter = new(MeterNames.Meter, typeof(EventSourceMeter).Assembly.GetName().Version?.ToString(3));

    /// <summary>Events of which a text was cut off.</summary>
    public static Counter<long> Truncated { get; } = _meter.CreateCounter<long>(TruncatedName, Events, "EventSource events of which a text was cut off.");

    /// <summary>Events that were not written.</summary>
    public static Counter<long> Dropped { get; } = _meter.CreateCounter<long>(
        DroppedName,
        Events,
        "Events not written: error.type reentrant, logged by a listener that was itself given an event which a listener had logged.");
}
