using System.Diagnostics.Metrics;
using Easy.Logger.Tests.Metrics;

namespace Easy.Logger.Tests.EventSource;

/// <summary>Adds up what a counter is given by the thread of the test: other tests count at the same time.</summary>
internal sealed class CounterReading : IDisposable
{
    private readonly MeterListener _listener;

    /// <param name="name">The name of the counter.</param>
    /// <param name="onCount">Called on the thread of the test for each measurement.</param>
    public CounterReading(string name, Action? onCount = null)
    {
        int thread = Environment.CurrentManagedThreadId;
        _listener = MeterListening.To((instrument, value, _) =>
        {
            if (instrument.Name == name && Environment.CurrentManagedThreadId == thread)
            {
                OfThisThread += (long)value;
                onCount?.Invoke();
            }
        });
    }

    public long OfThisThread { get; private set; }

    public void Dispose() => _listener.Dispose();
}
