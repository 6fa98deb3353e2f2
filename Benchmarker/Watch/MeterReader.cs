using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace Benchmarker.Watch;

/// <summary>
/// Listens to the meter, as any tool could from outside. To be read by one thread at a time, and now and then: each batch leaves its
/// numbers here until it is.
/// </summary>
internal sealed class MeterReader : IDisposable
{
    private readonly MeterListener _listener = new();
    private readonly Lock _lock = new();
    private readonly Func<string, bool> _isWanted;
    private List<MeterPoint> _points = [];

    /// <param name="isWanted">Whether an appender of this name is listened to; <see langword="null" /> for all.</param>
    public MeterReader(Func<string, bool>? isWanted = null)
    {
        _isWanted = isWanted ?? (_ => true);
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Meter.Name == MeterNames.Meter)
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => Add(instrument, value, tags));
        _listener.SetMeasurementEventCallback<double>((instrument, value, tags, _) => Add(instrument, value, tags));
        _listener.Start();
    }

    /// <summary>Asks every instrument.</summary>
    /// <returns>What they said, and of each batch since the last reading its size and duration.</returns>
    public MeterReading Read()
    {
        long start = Stopwatch.GetTimestamp();
        _listener.RecordObservableInstruments();
        TimeSpan took = Stopwatch.GetElapsedTime(start);
        lock (_lock)
        {
            MeterReading reading = new(_points, took);
            _points = [];
            return reading;
        }
    }

    public void Dispose() => _listener.Dispose();

    private void Add(Instrument instrument, double value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        Dictionary<string, object?> known = new(tags.ToArray(), StringComparer.Ordinal);
        MeterPoint point = MeterPoint.Of(instrument.Name, value, tag => known.GetValueOrDefault(tag) as string);
        if (_isWanted(point.Component))
        {
            lock (_lock)
            {
                _points.Add(point);
            }
        }
    }
}
