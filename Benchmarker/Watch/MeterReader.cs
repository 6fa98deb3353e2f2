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

/// <summary>All that the meter gave in one collection. Immutable.</summary>
internal sealed record MeterReading(IReadOnlyList<MeterPoint> Points, TimeSpan Took)
{
    /// <summary>The appenders, in the order of their names.</summary>
    public IReadOnlyList<string> Components => [.. Points.Select(point => point.Component).Distinct().Order(StringComparer.Ordinal)];

    /// <summary>All numbers of one instrument about one appender.</summary>
    public IEnumerable<MeterPoint> Of(string component, string instrument) =>
        Points.Where(point => point.Component == component && point.Instrument == instrument);

    /// <summary>The one number of an instrument without attributes; not a number when it is not there.</summary>
    public double Value(string component, string instrument) => Of(component, instrument).SingleOrDefault()?.Value ?? double.NaN;

    /// <summary>Events that were forwarded, or with a reason those that were not; not a number when nothing is reported of them.</summary>
    public double Processed(string component, string? errorType = null) =>
        Of(component, MeterNames.Processed).SingleOrDefault(point => point.ErrorType == errorType)?.Value ?? double.NaN;

    /// <summary>The reasons why events were not forwarded, with how many.</summary>
    public IReadOnlyDictionary<string, double> Errors(string component) =>
        Of(component, MeterNames.Processed).Where(point => point.ErrorType is not null).ToDictionary(
            point => point.ErrorType!, point => point.Value, StringComparer.Ordinal);

    /// <summary>
    /// What is wrong with the numbers of an appender, all of one moment: enqueued is processed, with and without error, and what is queued.
    /// </summary>
    public string? Imbalance(string component)
    {
        double enqueued = Value(component, MeterNames.Enqueued);
        double waiting = Value(component, MeterNames.QueueSize);
        double processed = Of(component, MeterNames.Processed).Sum(point => point.Value);
        return enqueued == processed + waiting
            ? null
            : $"{component} does not balance: {enqueued:N0} enqueued, {processed:N0} processed, {waiting:N0} in the queue";
    }
}

/// <summary>One number that the meter gave, and what it belongs to.</summary>
/// <param name="Instrument">The name of the instrument.</param>
/// <param name="Component">The appender.</param>
/// <param name="Value">The number; whole ones are exact up to 2 to the power of 53.</param>
/// <param name="ErrorType">Why events were not forwarded; <see langword="null" /> for those that were.</param>
/// <param name="Child">The attached appender, where the number is about one.</param>
/// <param name="ChildType">Its class.</param>
internal sealed record MeterPoint(
    string Instrument, string Component, double Value, string? ErrorType = null, string? Child = null, string? ChildType = null)
{
    /// <summary>Takes it out of what a listener is called with.</summary>
    public static MeterPoint Of(string instrument, double value, Func<string, string?> tag) => new(
        instrument,
        tag(MeterNames.ComponentName) ?? string.Empty,
        value,
        tag(MeterNames.ErrorType),
        tag(MeterNames.ChildName),
        tag(MeterNames.ChildType));
}
