using System.Diagnostics.Metrics;

namespace Easy.Logger.Tests.EventSource;

/// <summary>Adds up what a counter is given by the thread of the test: other tests count at the same time.</summary>
internal sealed class CounterReading : IDisposable
{
    private readonly MeterListener _listener = new();
    private readonly int _thread = Environment.CurrentManagedThreadId;
    private long _sum;

    /// <param name="name">The name of the counter.</param>
    /// <param name="onCount">Called on the thread of the test for each measurement.</param>
    public CounterReading(string name, Action? onCount = null)
    {
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Meter.Name == "Easy.Logger" && instrument.Name == name)
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _listener.SetMeasurementEventCallback<long>((_, value, _, _) =>
        {
            if (Environment.CurrentManagedThreadId == _thread)
            {
                _sum += value;
                onCount?.Invoke();
            }
        });
        _listener.Start();
    }

    public long OfThisThread => _sum;

    public void Dispose() => _listener.Dispose();
}
