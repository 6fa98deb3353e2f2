using Benchmarker.Watch;

namespace Easy.Logger.Tests.Metrics;

/// <summary>A <see cref="GatedScene" /> whose appender is seen through the meter alone.</summary>
internal sealed class MeterScene : IDisposable
{
    private readonly GatedScene _gated;
    private readonly MeterReader _reader;

    public MeterScene(string options = "")
    {
        string name = MeteredNames.Take();
        _reader = new MeterReader(component => component == name);
        _gated = new GatedScene(options, name);
    }

    public string Name => _gated.Scene.Name;

    public LogScene Scene => _gated.Scene;

    public GatedScene Gated => _gated;

    public AsyncBufferingForwardingAppender Appender => _gated.Appender;

    public GatedAppender Child => _gated.Child;

    public BufferStatistics Statistics => Appender.Statistics;

    /// <summary>Collects, and checks that the numbers balance.</summary>
    public MeterReading Read()
    {
        MeterReading reading = _reader.Read();
        Assert.That(reading.Imbalance(Name), Is.Null);
        return reading;
    }

    /// <summary>The one number of an instrument, now.</summary>
    public double Value(string instrument) => Read().Value(Name, instrument);

    /// <summary>Events that were forwarded, or with a reason those that were not, now.</summary>
    public double Processed(string? errorType = null) => Read().Processed(Name, errorType);

    public double Enqueued => Value(MeterNames.Enqueued);

    public void Flush() => Appender.Flush(-1);

    public void LogAndFlush(int count)
    {
        Gated.Log(count);
        Flush();
    }

    public void Dispose()
    {
        _gated.Dispose();
        _reader.Dispose();
    }
}
