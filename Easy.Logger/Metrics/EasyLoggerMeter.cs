using System.Diagnostics.Metrics;

namespace Easy.Logger.Metrics;

/// <summary>
/// The meter <c>Easy.Logger</c>: the counters of all appenders, for OpenTelemetry, dotnet-counters and every other listener. While nobody
/// listens nothing is counted for it; a listener reads what is counted anyway. Thread-safe.
/// </summary>
internal static class EasyLoggerMeter
{
    private const string Events = "{log_record}";
    private const string Calls = "{call}";
    private const string Seconds = "s";

    private static readonly Meter _meter = Instruments.MeterOf(typeof(EasyLoggerMeter));
    private static readonly MeterCollection _collection = new(MeteredComponents.All.Read, TimeProvider.System);

    private static readonly Histogram<long>? _batchSize = Instruments.Make(
        () => _meter.CreateHistogram<long>(MeterNames.BatchSize, Events, "Events that the worker took from the queue together."));

    private static readonly Histogram<double>? _batchDuration = Instruments.Make(() => _meter.CreateHistogram<double>(
        MeterNames.BatchDuration,
        Seconds,
        "How long the worker and all attached appenders had them."));

    private static int _instruments;

    static EasyLoggerMeter()
    {
        Counter(MeterNames.Enqueued, Events, "Events accepted, those dropped at once included.", One(reading => reading.Enqueued));
        Counter(
            MeterNames.Processed,
            Events,
            "Events that passed through every attached appender and, with an error.type, those that did not.",
            Processed);
        Counter(
            MeterNames.Rejected,
            Events,
            "Events refused because the appender was closed; they were never enqueued.",
            One(reading => reading.Rejected));
        Counter(
            MeterNames.ChildProcessed,
            Events,
            "Events that one attached appender took or filtered out and, with an error.type, those that it failed to take.",
            OfChildren);
        Counter(MeterNames.Blocked, Calls, "Log calls that had to wait for room.", One(reading => reading.BlockedCalls));
        Counter(MeterNames.BlockedTime, Seconds, "How long they waited, added up.", One(reading => reading.BlockedTime.TotalSeconds));
        State(MeterNames.QueueSize, "Accepted events not yet forwarded, the batch under way included.", One(reading => reading.QueueSize));
        State(MeterNames.QueueCapacity, "The most events that may wait.", One(reading => reading.QueueCapacity));
        State(
            MeterNames.InFlight,
            "Events of the batch that the attached appenders have right now; part of the queue's size.",
            One(reading => reading.InFlight));
        Counter(MeterNames.JournalWritten, Events, "Events written to the journal and, with an error.type, those queued without it.",
            Journaled);
        Counter(MeterNames.JournalRecovered, Events, "Events of earlier runs that came from the journal.",
            OfJournal(journal => journal.Recovered));
        Counter(
            MeterNames.JournalRejected,
            Events,
            "Events of earlier runs that were put aside, because the process ended again and again while they were forwarded.",
            OfJournal(journal => journal.RejectedAtRecovery));
        State(MeterNames.JournalActive, "Appenders whose journal takes events in.", OfJournal(journal => journal.Active),
            "{appender}");
        Gauge(
            MeterNames.OldestAge,
            Seconds,
            "How long the oldest event has waited; zero when none waits.",
            One(reading => reading.OldestAge.TotalSeconds));
        LoadContext.OnOwnUnloading(_meter.Dispose);
    }

    /// <summary>Whether anybody wants to know of each batch.</summary>
    public static bool MeasuresBatches => _batchSize is { Enabled: true } || _batchDuration is { Enabled: true };

    /// <summary>Records one batch.</summary>
    /// <param name="component">The name of the appender.</param>
    /// <param name="size">Events in the batch.</param>
    /// <param name="duration">How long the attached appenders had it.</param>
    public static void RecordBatch(string component, int size, TimeSpan duration)
    {
        KeyValuePair<string, object?> name = Tag(MeterNames.ComponentName, component);
        _batchSize?.Record(size, name);
        _batchDuration?.Record(duration.TotalSeconds, name);
    }

    private static void Counter<T>(
        string name, string unit, string description, Func<ComponentReading, IEnumerable<Measurement<T>>> measure)
        where T : struct => Instruments.Make(() => _meter.CreateObservableCounter(name, Collect(measure), unit, description));

    private static void State(
        string name, string description, Func<ComponentReading, IEnumerable<Measurement<long>>> measure, string unit = Events) =>
        Instruments.Make(() => _meter.CreateObservableUpDownCounter(name, Collect(measure), unit, description));

    private static void Gauge(
        string name, string unit, string description, Func<ComponentReading, IEnumerable<Measurement<double>>> measure) =>
        Instruments.Make(() => _meter.CreateObservableGauge(name, Collect(measure), unit, description));

    private static Func<IEnumerable<Measurement<T>>> Collect<T>(Func<ComponentReading, IEnumerable<Measurement<T>>> measure)
        where T : struct
    {
        int instrument = _instruments++;
        return () => [.. _collection.For(instrument).SelectMany(measure)];
    }

    private static Func<ComponentReading, IEnumerable<Measurement<T>>> One<T>(Func<ComponentReading, T> value)
        where T : struct => reading => [Of(reading, value(reading))];

    private static IEnumerable<Measurement<long>> Processed(ComponentReading reading) =>
        [Of(reading, reading.Forwarded), .. reading.Errors.Select(error => Of(reading, error.Value, Tag(MeterNames.ErrorType, error.Key)))];

    private static IEnumerable<Measurement<long>> Journaled(ComponentReading reading) => reading.Journal.IsThere
        ? [
            Of(reading, reading.Journal.Journaled),
            .. reading.Journal.NotJournaled.Select(miss => Of(reading, miss.Value, Tag(MeterNames.ErrorType, miss.Key))),
        ]
        : [];

    /// <summary>Of an appender without a journal there is nothing to report.</summary>
    private static Func<ComponentReading, IEnumerable<Measurement<long>>> OfJournal(Func<JournalReading, long> value) =>
        reading => reading.Journal.IsThere ? [Of(reading, value(reading.Journal))] : [];

    private static IEnumerable<Measurement<long>> OfChildren(ComponentReading reading)
    {
        foreach (KeyValuePair<(string Name, string Type), (long Forwarded, long Failed)> child in reading.Children)
        {
            KeyValuePair<string, object?> name = Tag(MeterNames.ChildName, child.Key.Name);
            KeyValuePair<string, object?> type = Tag(MeterNames.ChildType, child.Key.Type);
            yield return Of(reading, child.Value.Forwarded, name, type);
            yield return Of(reading, child.Value.Failed, name, type, Tag(MeterNames.ErrorType, MeterNames.AppenderError));
        }
    }

    private static Measurement<T> Of<T>(ComponentReading reading, T value, params KeyValuePair<string, object?>[] more)
        where T : struct => new(value, [Tag(MeterNames.ComponentName, reading.Name), .. more]);

    private static KeyValuePair<string, object?> Tag(string key, string value) => new(key, value);
}
