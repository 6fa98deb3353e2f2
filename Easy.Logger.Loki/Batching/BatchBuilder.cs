using Easy.Logger.Loki.Encoding;
using Easy.Logger.Loki.Fields;
using Easy.Logger.Loki.Labels;
using Easy.Logger.Loki.Lines;
using log4net.Core;

namespace Easy.Logger.Loki.Batching;

/// <summary>Renders events into a <see cref="PushBatch" /> until it is as large as one push may be. Not thread-safe.</summary>
internal sealed class BatchBuilder
{
    private const long TicksOfEpoch = 621_355_968_000_000_000;

    /// <summary>What Loki takes with its default limits.</summary>
    private static readonly TimeSpan _maxAhead = TimeSpan.FromMinutes(10);

    private readonly LokiTimestamps _timestamps;
    private readonly int _maxBytes;
    private readonly int _maxEvents;
    private readonly LabelSets _labels;
    private readonly ILineFormat _lines;
    private readonly FieldWriter _metadata;
    private readonly TimeProvider _time;
    private readonly PushBatch _batch;

    public BatchBuilder(
        PushBatch batch,
        BatchLimits limits,
        LokiTimestamps timestamps,
        LabelSets labels,
        ILineFormat lines,
        FieldWriter metadata,
        TimeProvider time)
    {
        _batch = batch;
        _maxBytes = limits.MaxBytes;
        _maxEvents = limits.MaxEvents;
        _timestamps = timestamps;
        _labels = labels;
        _lines = lines;
        _metadata = metadata;
        _time = time;
    }

    /// <summary>Adds an event. What a layout or a value throws goes to the caller, and leaves the batch as it was.</summary>
    /// <returns>Whether there was room; an event that is alone always has it.</returns>
    public bool TryAdd(BatchItem item)
    {
        if (_batch.Count >= _maxEvents)
        {
            return false;
        }

        ByteBuffer texts = _batch.Texts;
        int start = texts.Length;
        bool isAdded = false;
        try
        {
            StreamLabels stream = _labels.Of(item);
            _lines.Write(item);
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

    private bool TryAdd(StreamLabels stream, PushEntry entry, LoggingEvent loggingEvent)
    {
        // Only a line that is sent uses up a moment of its stream; its size is the same with any other moment of that second but for a byte
        // or two.
        DateTime now = _time.GetUtcNow().UtcDateTime;
        long wanted = NanosecondsOf(loggingEvent, now);
        entry = entry with
        {
            Nanoseconds = wanted,
            ProtobufSize = ProtobufPush.SizeOf(
            _batch.Texts.Written, entry with { Nanoseconds = wanted })
        };
        if (_batch.Count > 0 && _batch.ProtobufSize + _batch.Growth(stream, entry.ProtobufSize) > _maxBytes)
        {
            return false;
        }

        long moment = stream.Clock.Next(wanted, keepsOrder: _timestamps != LokiTimestamps.Event, NanosecondsOf(now + _maxAhead));
        if (moment != wanted)
        {
            entry = entry with { Nanoseconds = moment };
            entry = entry with { ProtobufSize = ProtobufPush.SizeOf(_batch.Texts.Written, entry) };
        }

        _batch.Add(stream, entry);
        return true;
    }

    private static long NanosecondsOf(DateTime time) => (time.Ticks - TicksOfEpoch) * StreamClock.NanosecondsPerTick;

    private long NanosecondsOf(LoggingEvent loggingEvent, DateTime now)
    {
        DateTime time = _timestamps == LokiTimestamps.SendTime ? now : loggingEvent.TimeStampUtc;
        return NanosecondsOf(time > now + _maxAhead || time.Ticks < TicksOfEpoch
            ? now // a clock that was wrong, or no time at all: Loki would refuse the line
            : time);
    }
}
