using System.Diagnostics.Metrics;
using Easy.Logger.EventSource.Rendering;

namespace Easy.Logger.EventSource.Health;

/// <summary>Reads the meter of Easy.Logger once, and sorts what it says by appender. Not thread-safe.</summary>
internal sealed class HealthReading
{
    private const int MaxOfName = 500;

    private readonly Dictionary<string, BufferHealthFields> _buffers = new(StringComparer.Ordinal);
    private readonly Dictionary<(string Component, string Child, string Type), ChildHealthFields> _children = [];

    private HealthReading()
    {
    }

    public IEnumerable<BufferHealthFields> Buffers => _buffers.Values;

    public IEnumerable<ChildHealthFields> Children => _children.Values;

    public static HealthReading Now()
    {
        HealthReading reading = new();
        using MeterListener listener = new()
        {
            // Only what is read from the counters: a listener for the others would have the worker call it for each batch.
            InstrumentPublished = (instrument, own) =>
            {
                if (instrument.Meter.Name == MeterNames.Meter && instrument.IsObservable)
                {
                    own.EnableMeasurementEvents(instrument);
                }
            },
        };
        listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => reading.Take(instrument.Name, value, tags));
        listener.SetMeasurementEventCallback<double>((instrument, value, tags, _) => reading.Take(instrument.Name, value, tags));
        listener.Start();
        listener.RecordObservableInstruments();
        return reading;
    }

    private static string Tag(ReadOnlySpan<KeyValuePair<string, object?>> tags, string key)
    {
        foreach (KeyValuePair<string, object?> tag in tags)
        {
            if (tag.Key == key)
            {
                return AsField(tag.Value as string ?? string.Empty);
            }
        }

        return string.Empty;
    }

    /// <summary>Names are set by the application: none may end a field early or make an event too large.</summary>
    private static string AsField(string name) =>
        (name.Length > MaxOfName ? name.Substring(0, MaxOfName) : name).Replace('\0', Nul.Replacement);

    private void Take(string instrument, double value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        if (instrument == MeterNames.BlockedTime)
        {
            Buffer(tags).BlockedSeconds = value;
        }
        else if (instrument == MeterNames.OldestAge)
        {
            Buffer(tags).OldestAgeSeconds = value;
        }
    }

    private void Take(string instrument, long value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        switch (instrument)
        {
            case MeterNames.Enqueued:
                Buffer(tags).Enqueued = value;
                break;
            case MeterNames.Processed:
                TakeProcessed(value, tags);
                break;
            case MeterNames.Rejected:
                Buffer(tags).Rejected = value;
                break;
            case MeterNames.QueueSize:
                Buffer(tags).QueueSize = value;
                break;
            case MeterNames.QueueCapacity:
                Buffer(tags).QueueCapacity = value;
                break;
            case MeterNames.InFlight:
                Buffer(tags).InFlight = value;
                break;
            case MeterNames.Blocked:
                Buffer(tags).BlockedCalls = value;
                break;
            case MeterNames.ChildProcessed:
                TakeChild(value, tags);
                break;
        }
    }

    private void TakeProcessed(long value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        BufferHealthFields buffer = Buffer(tags);
        switch (Tag(tags, MeterNames.ErrorType))
        {
            case "":
                buffer.Forwarded = value;
                break;
            case MeterNames.QueueFull:
                buffer.QueueFull = value;
                break;
            case MeterNames.Closed:
                buffer.Closed = value;
                break;
            case MeterNames.AppenderError:
                buffer.AppenderError = value;
                break;
            default:
                buffer.OtherErrors += value;
                break;
        }
    }

    private void TakeChild(long value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        (string, string, string) key = (
            Tag(tags, MeterNames.ComponentName), Tag(tags, MeterNames.ChildName), Tag(tags, MeterNames.ChildType));
        if (!_children.TryGetValue(key, out ChildHealthFields? child))
        {
            _children.Add(key, child = new ChildHealthFields(key.Item1, key.Item2, key.Item3));
        }

        if (Tag(tags, MeterNames.ErrorType).Length == 0)
        {
            child.Processed = value;
        }
        else
        {
            child.Failed = value;
        }
    }

    private BufferHealthFields Buffer(ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        string component = Tag(tags, MeterNames.ComponentName);
        if (!_buffers.TryGetValue(component, out BufferHealthFields? buffer))
        {
            _buffers.Add(component, buffer = new BufferHealthFields(component));
        }

        return buffer;
    }
}
