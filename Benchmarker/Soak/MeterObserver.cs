using Benchmarker.Watch;
using Easy.Logger.Metrics;

namespace Benchmarker.Soak;

/// <summary>Reads the meter all the time until it is disposed; every collection has to balance, whatever happens meanwhile.</summary>
internal sealed class MeterObserver : IDisposable
{
    // Far more often than any tool reads, but not so often that it takes a processor from those who log.
    private static readonly TimeSpan _pause = TimeSpan.FromMilliseconds(2);

    private readonly Func<string, bool> _isWanted;
    private readonly List<string> _faults = [];
    private readonly Thread _thread;
    private volatile bool _stops;

    /// <param name="isWanted">Whether an appender of this name is looked at.</param>
    public MeterObserver(Func<string, bool> isWanted)
    {
        _isWanted = isWanted;
        _thread = new Thread(Run) { IsBackground = true };
        _thread.Start();
    }

    /// <summary>Collections that did not balance. To be read when it is disposed.</summary>
    public IReadOnlyList<string> Faults => _faults;

    /// <summary>Collections in which something was reported. To be read when it is disposed.</summary>
    public int Readings { get; private set; }

    public void Dispose()
    {
        _stops = true;
        _thread.Join();
    }

    private void Run()
    {
        using MeterReader reader = new(_isWanted);
        while (!_stops)
        {
            Examine(reader.Read());
            Thread.Sleep(_pause);
        }

        Examine(reader.Read());
    }

    private void Examine(MeterReading reading)
    {
        if (reading.Points.Count == 0 || reading.Took >= MeterCollection.MaxAge)
        {
            return; // the thread stood still for so long that it was given two readings
        }

        Readings++;
        _faults.AddRange(
            reading.Components.Where(name => reading.Of(name, MeterNames.Enqueued).Any()).Select(reading.Imbalance).OfType<string>());
    }
}
