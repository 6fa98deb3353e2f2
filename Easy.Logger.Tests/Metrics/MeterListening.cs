using System.Diagnostics.Metrics;

namespace Easy.Logger.Tests.Metrics;

internal delegate void Measured(Instrument instrument, double value, ReadOnlySpan<KeyValuePair<string, object?>> tags);

/// <summary>Listens to our meter as a program does without the OpenTelemetry SDK.</summary>
internal static class MeterListening
{
    /// <summary>Gets what a counter is given by the thread of the test: other tests count at the same time.</summary>
    public static MeterListener ToCounterOfThisThread(string name, Action<double> counted)
    {
        int thread = Environment.CurrentManagedThreadId;
        return To((instrument, value, _) =>
        {
            if (instrument.Name == name && Environment.CurrentManagedThreadId == thread)
            {
                counted(value);
            }
        });
    }

    public static MeterListener To(Measured measured, Action<Instrument>? published = null)
    {
        MeterListener listener = new()
        {
            InstrumentPublished = (instrument, self) =>
            {
                if (instrument.Meter.Name == MeterNames.Meter)
                {
                    published?.Invoke(instrument);
                    self.EnableMeasurementEvents(instrument);
                }
            },
        };
        listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => measured(instrument, value, tags));
        listener.SetMeasurementEventCallback<double>((instrument, value, tags, _) => measured(instrument, value, tags));
        listener.Start();
        return listener;
    }
}
