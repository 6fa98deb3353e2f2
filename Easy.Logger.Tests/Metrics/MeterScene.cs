using Benchmarker.Watch;

namespace Easy.Logger.Tests.Metrics;

/// <summary>A <see cref="GatedScene" /> whose appender is seen through the meter alone.</summary>
internal sealed class MeterScene : IDisposable
{
    private readonly MeterReader _reader;

    public MeterScene(string options = "")
    {
        string name = MeteredNames.Take();
        _reader = new MeterReader(component => component == name);
        Gated = new GatedScene(options, name);
    }

    public string Name => Gated.Scene.Name;

    public LogScene Scene => Gated.Scene;

    public GatedScene Gated { get; }

    public AsyncBufferingForwardingAppender Appender => Gated.Appender;

    public GatedAppender Child => Gated.Child;

    public BufferStatistics Statistics => Appender.Statistics;

    public MeterReading Read()
    {
        MeterReading reading = _reader.Read();
        Assert.That(reading.Imbalance(Name), Is.Null);
        return reading;
    }

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
        Gated.Dispose();
        _reader.Dispose();
    }
}

/// <summary>Names that the meter keeps apart after their end. It does so for a thousand, and these were the first.</summary>
internal static class MeteredNames
{
    private const int Reserved = 150;

    private static int _taken;

    public static void Reserve()
    {
        for (int i = 0; i <= Reserved; i++)
        {
            using TestRepository repository = new();
            AsyncBufferingForwardingAppender appender = new() { Name = i == 0 ? string.Empty : NameOf(i) };
            appender.ActivateOptions();
            repository.Attach(appender);
        }
    }

    public static string Take()
    {
        int number = Interlocked.Increment(ref _taken);
        Assert.That(number, Is.LessThanOrEqualTo(Reserved), "Reserve more names.");
        return NameOf(number);
    }

    private static string NameOf(int number) => $"metered-{number}";
}
