using System.Diagnostics.Metrics;
using System.Globalization;

namespace Easy.Logger.DogStatsd.Health;

/// <summary>
/// Sends what the meter <c>Easy.Logger</c> says: counters by what they grew, states as gauges, histograms as count, average and maximum,
/// attributes as tags. Counters begin with what they grow by from now on. Thread-safe.
/// </summary>
internal sealed class MeterExport : IDisposable
{
    private readonly object _lock = new();
    private readonly MeterListener _listener = new();
    private readonly Dictionary<string, MeterSeries> _series = new(StringComparer.Ordinal);

    public MeterExport()
    {
        _listener.InstrumentPublished = static (instrument, self) =>
        {
            if (instrument.Meter.Name == MeterNames.Meter)
            {
                self.EnableMeasurementEvents(instrument);
            }
        };
        _listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => Take(instrument, value, tags));
        _listener.SetMeasurementEventCallback<double>((instrument, value, tags, _) => Take(instrument, value, tags));
        _listener.Start();
        SendTo(sender: null);
    }

    /// <summary>Reads the meter and sends what is new. The sender does not wait, and calls nobody.</summary>
    /// <param name="sender">Sends it; <see langword="null" /> when what was before is to count no more.</param>
    public void SendTo(DogStatsdSender? sender)
    {
        ReadInstruments();
        using Uninterrupted.Scope scope = Uninterrupted.Lock(_lock);
        foreach (MeterSeries series in _series.Values)
        {
            series.SendTo(sender);
        }
    }

    public void Dispose() => _listener.Dispose();

    private static MeterSeries NewSeries(Instrument instrument, string[] tags) => instrument switch
    {
        Counter<long> or Counter<double> => new SumSeries(instrument.Name, tags),
        Histogram<long> or Histogram<double> => new DistributionSeries(instrument.Name, tags),
        ObservableCounter<long> or ObservableCounter<double> => new TotalSeries(instrument.Name, tags),
        _ => new StateSeries(instrument.Name, tags),
    };

    /// <summary>Reads all there are. They are not ours alone: what one throws costs its own values and no others.</summary>
    private void ReadInstruments()
    {
        try
        {
            _listener.RecordObservableInstruments();
        }
        catch (AggregateException e)
        {
            InternalLog.Error($"Easy.Logger: an instrument of the meter {MeterNames.Meter} could not be read.", e);
        }
    }

    private void Take(Instrument instrument, double value, ReadOnlySpan<KeyValuePair<string, object?>> attributes)
    {
        string[] tags = new string[attributes.Length];
        for (int i = 0; i < tags.Length; i++)
        {
            tags[i] = $"{attributes[i].Key}:{Convert.ToString(attributes[i].Value, CultureInfo.InvariantCulture)}";
        }

        string key = $"{instrument.Name}\n{string.Join("\n", tags)}";
        using Uninterrupted.Scope scope = Uninterrupted.Lock(_lock);
        if (!_series.TryGetValue(key, out MeterSeries? series))
        {
            _series.Add(key, series = NewSeries(instrument, tags));
        }

        series.Take(value);
    }
}
