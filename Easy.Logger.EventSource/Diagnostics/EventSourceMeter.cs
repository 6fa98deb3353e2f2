using System.Diagnostics.Metrics;

namespace Easy.Logger.EventSource.Diagnostics;

/// <summary>What this package adds to the meter <c>Easy.Logger</c>. Thread-safe.</summary>
internal static class EventSourceMeter
{
    public const string TruncatedName = "easy_logger.event_source.truncated";
    public const string DroppedName = "easy_logger.event_source.dropped";

    private const string Events = "{log_record}";

    private static readonly Meter _meter = Instruments.MeterOf(typeof(EventSourceMeter));
    private static readonly Counter<long>? _truncated = Make(TruncatedName, "Events of which a text was cut off.");
    private static readonly Counter<long>? _dropped = Make(DroppedName, "Events that were not written.");

    /// <summary>Counts an event of which a text was cut off.</summary>
    public static void CountTruncated() => Instruments.Guard(() => _truncated?.Add(1));

    /// <summary>Counts an event that a listener logged while it was given one which a listener had logged.</summary>
    public static void CountReentrant() =>
        Instruments.Guard(() => _dropped?.Add(1, new KeyValuePair<string, object?>(MeterNames.ErrorType, MeterNames.Reentrant)));

    private static Counter<long>? Make(string name, string description) =>
        Instruments.Make(() => _meter.CreateCounter<long>(name, Events, description));
}
