using System.Diagnostics;
using System.Diagnostics.Metrics;
using Easy.Logger.Loki.Sending;

namespace Easy.Logger.Loki.Diagnostics;

/// <summary>What this package adds to the meter <c>Easy.Logger</c>. Thread-safe; what a listener throws stays in here.</summary>
internal static class LokiMeter
{
    public const string Exported = "easy_logger.exporter.exported";
    public const string InFlight = "easy_logger.exporter.inflight";
    public const string Duration = "easy_logger.exporter.operation.duration";
    public const string PayloadSize = "easy_logger.exporter.payload.size";
    public const string Retries = "easy_logger.exporter.retries";
    public const string SpillSize = "easy_logger.spill.size";
    public const string SpillDropped = "easy_logger.spill.dropped";

    public const string ComponentType = "easy_logger.component.type";
    public const string ServerAddress = "server.address";
    public const string ServerPort = "server.port";
    public const string HttpStatus = "http.response.status_code";
    public const string GrpcStatus = "rpc.status_code";
    public const string Encoding = "easy_logger.encoding";
    public const string Compression = "easy_logger.compression";

    private const string Lines = "{log_record}";

    private static readonly Meter _meter = Instruments.MeterOf(typeof(LokiMeter));
    private static readonly List<WeakReference<LokiCounters>> _open = []; // an appender that nobody closes is collected all the same

    private static readonly Counter<long>? _exported = Instruments.Make(
        () => _meter.CreateCounter<long>(Exported, Lines, "Lines that Loki took and, with an error.type, those that it did not."));
    private static readonly Counter<long>? _retries =
        Instruments.Make(() => _meter.CreateCounter<long>(Retries, "{retry}", "Tries after the first."));
    private static readonly Counter<long>? _spillDropped = Instruments.Make(
        () => _meter.CreateCounter<long>(SpillDropped, Lines, "Lines that waited on disk and were dropped for newer ones."));

    private static readonly Histogram<double>? _duration = Instruments.Make(() =>
        _meter.CreateHistogram<double>(Duration, "s", "How long a push took, with all tries and the waits between them."));

    private static readonly Histogram<long>? _payloadSize =
        Instruments.Make(() => _meter.CreateHistogram<long>(PayloadSize, "By", "Size of a push as it goes over the wire."));

    static LokiMeter()
    {
        Instruments.Make(() => _meter.CreateObservableUpDownCounter(
            InFlight, () => Read(counters => counters.Read().InFlight), Lines, "Lines that the appender has, and that are not on disk."));
        Instruments.Make(() => _meter.CreateObservableUpDownCounter(
            SpillSize, () => Read(counters => counters.SpillBytes), "By", "Bytes of the pushes that wait on disk."));
    }

    /// <summary>Begins to report what an appender has, unless that is reported already.</summary>
    public static void Open(LokiCounters counters)
    {
        using (Uninterrupted.Lock(_open))
        {
            Close(counters);
            _open.Add(new WeakReference<LokiCounters>(counters));
        }
    }

    /// <summary>Reports it no more.</summary>
    public static void Close(LokiCounters counters)
    {
        using (Uninterrupted.Lock(_open))
        {
            _open.RemoveAll(reference => !reference.TryGetTarget(out LokiCounters? other) || other == counters);
        }
    }

    public static void CountExported(LokiCounters exporter, long lines, string? errorType)
    {
        if (lines > 0)
        {
            Add(_exported, lines, exporter, errorType);
        }
    }

    public static void CountRetry(LokiCounters exporter, string errorType) => Add(_retries, 1, exporter, errorType);

    public static void CountSpillDropped(LokiCounters exporter, long lines) => Add(_spillDropped, lines, exporter, errorType: null);

    public static void RecordPush(LokiCounters exporter, EncodedPush push, TimeSpan duration, PushReply reply) =>
        Instruments.Guard(() =>
    {
        if (_payloadSize is { Enabled: true })
        {
            TagList tags = exporter.Tags;
            (string encoding, string compression) = NamesOf(push.Format);
            tags.Add(Encoding, encoding);
            tags.Add(Compression, compression);
            _payloadSize.Record(push.Body.Length, tags);
        }

        if (_duration is { Enabled: true })
        {
            TagList tags = exporter.Tags;
            if (reply.Status is { } status)
            {
                tags.Add(exporter.IsGrpc ? GrpcStatus : HttpStatus, status);
            }

            _duration.Record(duration.TotalSeconds, With(tags, reply.ErrorType));
        }
    });

    private static (string Encoding, string Compression) NamesOf(PushFormat format) => format switch
    {
        PushFormat.Json => ("json", "none"),
        PushFormat.GzipJson => ("json", "gzip"),
        PushFormat.SnappyProtobuf => ("protobuf", "snappy"),
        PushFormat.Grpc => ("protobuf", "none"),
        PushFormat.GzipGrpc => ("protobuf", "gzip"),
        _ => throw new ArgumentOutOfRangeException(nameof(format), format, "unknown"),
    };

    private static Measurement<long>[] Read(Func<LokiCounters, long> value)
    {
        LokiCounters?[] all;
        using (Uninterrupted.Lock(_open))
        {
            all = [.. _open.Select(reference => reference.TryGetTarget(out LokiCounters? counters) ? counters : null)];
        }

        return [.. all.OfType<LokiCounters>().Select(counters => new Measurement<long>(value(counters), counters.Tags))];
    }

    private static void Add(Counter<long>? counter, long count, LokiCounters exporter, string? errorType)
    {
        if (counter is { Enabled: true })
        {
            Instruments.Guard(() => counter.Add(count, With(exporter.Tags, errorType)));
        }
    }

    private static TagList With(TagList tags, string? errorType)
    {
        if (errorType is not null)
        {
            tags.Add(MeterNames.ErrorType, errorType);
        }

        return tags;
    }
}
