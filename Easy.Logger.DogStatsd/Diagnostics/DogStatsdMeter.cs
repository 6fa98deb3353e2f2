using System.Diagnostics.Metrics;

namespace Easy.Logger.DogStatsd.Diagnostics;

/// <summary>
/// What this package adds to the meter <c>Easy.Logger</c>: read from the counters of the senders, so that nothing is spent on it per line.
/// Thread-safe.
/// </summary>
internal static class DogStatsdMeter
{
    public const string Lines = "easy_logger.dogstatsd.lines";
    public const string Pending = "easy_logger.dogstatsd.pending";
    public const string Packets = "easy_logger.dogstatsd.packets";
    public const string Bytes = "easy_logger.dogstatsd.bytes";
    public const string Failures = "easy_logger.dogstatsd.failures";
    public const string EventsSuppressed = "easy_logger.dogstatsd.events_suppressed";

    public const string Invalid = "invalid";
    public const string TooLarge = "too_large";

    private static readonly Meter _meter = Instruments.MeterOf(typeof(DogStatsdMeter));
    private static readonly SenderTotals _counters = new();
    private static readonly Counter<long>? _suppressed = Instruments.Make(() => _meter.CreateCounter<long>(
        EventsSuppressed, "{event}", "Events for the stream of events that were left out, because there were too many."));

    static DogStatsdMeter()
    {
        Instruments.Make(() => _meter.CreateObservableCounter(
            Lines, () => _counters.Read(LinesOf), "{line}", "Lines that were sent and, with an error.type, those that were not."));
        Instruments.Make(() => _meter.CreateObservableUpDownCounter(
            Pending, () => _counters.Read(One(counters => counters.Pending)), "{line}", "Lines that wait to be sent."));
        Instruments.Make(() => _meter.CreateObservableCounter(
            Packets, () => _counters.Read(One(counters => counters.PacketsSent)), "{packet}", "Packets that were sent."));
        Instruments.Make(() => _meter.CreateObservableCounter(
            Bytes, () => _counters.Read(One(counters => counters.BytesSent)), "By", "The bytes of those packets."));
        Instruments.Make(() => _meter.CreateObservableCounter(
            Failures, () => _counters.Read(One(counters => counters.Failures)), "{error}", "Attempts to send a packet that failed."));
    }

    /// <summary>Begins to report a sender.</summary>
    public static void Open(DogStatsdSender sender) => _counters.Open(sender);

    /// <summary>Counts an event that an appender has left out.</summary>
    public static void CountSuppressed(string component) =>
        Instruments.Guard(() => _suppressed?.Add(1, new KeyValuePair<string, object?>(MeterNames.ComponentName, component)));

    private static IEnumerable<Measurement<long>> LinesOf(string name, DogStatsdStatistics counters) =>
    [
        Of(name, counters.Sent),
        Of(name, counters.Invalid, Invalid),
        Of(name, counters.TooLarge, TooLarge),
        Of(name, counters.QueueFull, MeterNames.QueueFull),
        Of(name, counters.Closed, MeterNames.Closed),
    ];

    private static Func<string, DogStatsdStatistics, IEnumerable<Measurement<long>>> One(Func<DogStatsdStatistics, long> value) =>
        (name, counters) => [Of(name, value(counters))];

    private static Measurement<long> Of(string name, long value, string? error = null)
    {
        KeyValuePair<string, object?> component = new(MeterNames.ComponentName, name);
        return error is null ? new(value, component) : new(value, component, new(MeterNames.ErrorType, error));
    }
}
