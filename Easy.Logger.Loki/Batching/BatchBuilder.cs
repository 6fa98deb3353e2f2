using Easy.Logger.Loki.Configuration;
using Easy.Logger.Loki.Encoding;
using Easy.Logger.Loki.Fields;
using Easy.Logger.Loki.Labels;
using Easy.Logger.Loki.Lines;
using log4net.Core;

namespace Easy.Logger.Loki.Batching;

/// <summary>Renders events into a <see cref="PushBatch" /> until it is as large as one push may be. Not thread-safe.</summary>
internal sealed class BatchBuilder : IDisposable
{
    private const long TicksOfEpoch = 621_355_968_000_000_000;

    /// <summary>What Loki takes with its default limits.</summary>
    private static readonly TimeSpan _maxAhead = TimeSpan.FromMinutes(10);

    private readonly LokiSettings _settings;
    private readonly PushBatch _batch;
    private readonly TimeProvider _time;
    private readonly LabelSets _labels;
    private readonly JsonLine? _json;
    private readonly Action<BatchItem> _writeLine;
    private readonly FieldWriter _metadata;

    public BatchBuilder(LokiSettings settings, PushBatch batch, KnownStreams streams, Action<string> report, TimeProvider time)
    {
        _settings = settings;
        _batch = batch;
        _time = time;
        _labels = new LabelSets(settings, streams, report);
        _json = settings.BodyFormat == LokiBodyFormat.Json
            ? new JsonLine(settings.Layout, batch.Texts, PushBatch.MaxLineBytes, settings.TraceContext == LokiTraceContext.Body)
            : null;
        _writeLine = _json is null ? new TextLine(settings.Layout, batch.Texts, PushBatch.MaxLineBytes).Write : _json.Write;
        _metadata = FieldWriter.OfMetadata(settings.Metadata, batch.Texts);
    }

    /// <summary>Adds an event. What a layout or a value throws goes to the caller, and leaves the batch as it was.</summary>
    /// <returns>Whether there was room; an event that is alone always has it.</returns>
    public bool TryAdd(BatchItem item)
    {
        if (_batch.Count >= _settings.MaxBatchEvents)
        {
            return false;
        }

        ByteBuffer texts = _batch.Texts;
        int start = texts.Length;
        bool isAdded = false;
        try
        {
            StreamLabels stream = _labels.Of(item);
            _writeLine(item);
            int line = texts.Length;
            _metadata.Write(item);
            PushEntry entry = new()
            {
                LineStart = start,
                LineLength = line - start,
                MetadataStart = line,
                MetadataLength = texts.Length - line,
            };
            isAdded = TryAdd(stream, entry, item.Event);
        }
        finally
        {
            if (!isAdded)
            {
                texts.Length = start;
            }
        }

        return isAdded;
    }

    public void Dispose()
    {
        _labels.Dispose();
        _json?.Dispose();
    }

    private bool TryAdd(StreamLabels stream, PushEntry entry, LoggingEvent loggingEvent)
    {
        // Only a line that is sent uses up a moment of its stream; its size is the same with any other moment of that second but for a byte
        // or two.
        DateTime now = _time.GetUtcNow().UtcDateTime;
        long wanted = NanosecondsOf(loggingEvent, now);
        entry = WithTime(entry, wanted);
        if (_batch.Count > 0 && _batch.ProtobufSize + _batch.Growth(stream, entry.ProtobufSize) > _settings.MaxBatchBytes)
        {
            return false;
        }

        long moment = stream.Clock.Next(wanted, keepsOrder: _settings.Timestamps != LokiTimestamps.Event, NanosecondsOf(now + _maxAhead));
        if (moment != wanted)
        {
            entry = WithTime(entry, moment);
        }

        _batch.Add(stream, entry);
        return true;
    }

    private PushEntry WithTime(PushEntry entry, long nanoseconds)
    {
        entry = entry with { Nanoseconds = nanoseconds };
        return entry with { ProtobufSize = ProtobufPush.SizeOf(_batch.Texts.Written, entry) };
    }

    private static long NanosecondsOf(DateTime time) => (time.Ticks - TicksOfEpoch) * StreamClock.NanosecondsPerTick;

    private long NanosecondsOf(LoggingEvent loggingEvent, DateTime now)
    {
        DateTime time = _settings.Timestamps == LokiTimestamps.SendTime ? now : EventTime.UtcOf(loggingEvent);
        return NanosecondsOf(time > now + _maxAhead || time.Ticks < TicksOfEpoch
            ? now // a clock that was wrong, or no time at all: Loki would refuse the line
            : time);
    }
}
