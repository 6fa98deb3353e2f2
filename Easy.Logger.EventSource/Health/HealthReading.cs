using System.Diagnostics.Metrics;
using Easy.Logger.EventSource.Rendering;

namespace Easy.Logger.EventSource.Health;

/// <summary>Reads the meter of Easy.Logger once, and sorts what it says by appender. Not thread-safe.</summary>
internal sealed class HealthReading
{
    private const int MaxOfName = 500;

    /// <summary>Dropped by a lossy appender, logged by an attached appender, or logged while none was attached.</summary>
    private const string OtherErrors = "\0"; // which no tag has here

    /// <summary>The instruments and types of error that the integers of an event come from, in its order.</summary>
    private static readonly (string Instrument, string Error)[] _integers =
    [
        (MeterNames.Enqueued, string.Empty),
        (MeterNames.Processed, string.Empty),
        (MeterNames.Processed, MeterNames.QueueFull),
        (MeterNames.Processed, MeterNames.Closed),
        (MeterNames.Processed, MeterNames.AppenderError),
        (MeterNames.Processed, OtherErrors),
        (MeterNames.Rejected, string.Empty),
        (MeterNames.QueueSize, string.Empty),
        (MeterNames.QueueCapacity, string.Empty),
        (MeterNames.InFlight, string.Empty),
        (MeterNames.Blocked, string.Empty),
    ];

    /// <summary>The same of the numbers with a fraction.</summary>
    private static readonly string[] _seconds = [MeterNames.BlockedTime, MeterNames.OldestAge];

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
                return tag.Value as string ?? string.Empty;
            }
        }

        return string.Empty;
    }

    /// <summary>Names are set by the application: none may end a field early or make an event too large.</summary>
    private static string AsField(string name) =>
        (name.Length > MaxOfName ? name.Substring(0, EventText.CutLength(name.AsSpan(), MaxOfName)) : name)
            .Replace('\0', Nul.Replacement);

    private void Take(string instrument, double value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        if (Array.IndexOf(_seconds, instrument) is >= 0 and int place)
        {
            Buffer(tags).Seconds[place] = value;
        }
    }

    private void Take(string instrument, long value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        string error = instrument == MeterNames.Processed ? Tag(tags, MeterNames.ErrorType) : string.Empty;
        if (instrument == MeterNames.ChildProcessed)
        {
            TakeChild(value, tags);
        }
        else if (Array.IndexOf(_integers, (instrument, error)) is >= 0 and int place)
        {
            Buffer(tags).Integers[place] = value;
        }
        else if (error.Length > 0)
        {
            Buffer(tags).Integers[Array.IndexOf(_integers, (instrument, OtherErrors))] += value;
        }
    }

    private void TakeChild(long value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        (string, string, string) key = (
            Tag(tags, MeterNames.ComponentName), Tag(tags, MeterNames.ChildName), Tag(tags, MeterNames.ChildType));
        if (!_children.TryGetValue(key, out ChildHealthFields? child))
        {
            _children.Add(key, child = new ChildHealthFields(AsField(key.Item1), AsField(key.Item2), AsField(key.Item3)));
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
            _buffers.Add(component, buffer = new(new long[_integers.Length], new double[_seconds.Length], AsField(component)));
        }

        return buffer;
    }
}
