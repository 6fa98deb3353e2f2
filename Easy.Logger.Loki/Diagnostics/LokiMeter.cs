using System.Diagnostics.Metrics;
using Easy.Logger.Metrics;
using log4net.Util;

namespace Easy.Logger.Loki.Diagnostics;

/// <summary>What this package adds to the meter <c>Easy.Logger</c>. Thread-safe; what a listener throws stays in here.</summary>
internal static class LokiMeter
{
    public const string Exported = "easy_logger.exporter.exported";
    public const string Duration = "easy_logger.exporter.operation.duration";
    public const string PayloadSize = "easy_logger.exporter.payload.size";
    public const string Retries = "easy_logger.exporter.retries";

    private static readonly Meter _meter = new(MeterNames.Meter, typeof(LokiMeter).Assembly.GetName().Version?.ToString(3));

    private static readonly Counter<long>? _exported = Make(() =>
        _meter.CreateCounter<long>(Exported, "{log_record}", "Lines that Loki took and, with an error.type, those that it did not."));

    private static readonly Histogram<double>? _duration = Make(() =>
        _meter.CreateHistogram<double>(Duration, "s", "How long a push took, with all tries and the waits between them."));

    private static readonly Histogram<long>? _payloadSize = Make(() => _meter.CreateHistogram<long>(PayloadSize, "By", "Size of a push as it goes over the wire."));

    private static readonly Counter<long>? _retries = Make(() => _meter.CreateCounter<long>(Retries, "{retry}", "Tries after the first."));

    public static void CountExported(string component, long lines, string? errorType) => Guarded(() =>
    {
        if (errorType is null)
        {
            _exported?.Add(lines, Name(component));
        }
        else
        {
            _exported?.Add(lines, Name(component), Error(errorType));
        }
    });

    public static void CountRetry(string component, string errorType) => Guarded(() => _retries?.Add(1, Name(component), Error(errorType)));

    public static void RecordPush(string component, int bytes, TimeSpan duration, string? errorType) => Guarded(() =>
    {
        _payloadSize?.Record(bytes, Name(component));
        if (errorType is null)
        {
            _duration?.Record(duration.TotalSeconds, Name(component));
        }
        else
        {
            _duration?.Record(duration.TotalSeconds, Name(component), Error(errorType));
        }
    });

    private static KeyValuePair<string, object?> Name(string component) => new(MeterNames.ComponentName, component);

    private static KeyValuePair<string, object?> Error(string errorType) => new(MeterNames.ErrorType, errorType);

    private static T? Make<T>(Func<T> make)
        where T : Instrument
    {
        try
        {
            return make();
        }
        catch (Exception e)
        {
            Tell(e);
            return null;
        }
    }

    private static void Guarded(Action measure)
    {
        try
        {
            measure();
        }
        catch (Exception e)
        {
            Tell(e);
        }
    }

    private static void Tell(Exception e) => LogLog.Error(typeof(LokiMeter), $"A listener of the meter {MeterNames.Meter} failed.", e);
}
