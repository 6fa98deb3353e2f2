using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.DogStatsd.Configuration;

/// <summary>The options of an appender, checked. Immutable.</summary>
internal sealed class AppenderSettings
{
    public const string DefaultMetricName = "log4net.events";
    public const int DefaultPeriod = 10_000;
    public const int DefaultMaxSeries = 1_000;
    public const int DefaultMaxEventsPerMinute = 10;

    public DogStatsdSenderOptions Sender { get; init; } = new();

    public string MetricName { get; init; } = DefaultMetricName;

    public bool SendCounts { get; init; }

    public bool CountLoggers { get; init; }

    public int MaxSeries { get; init; }

    public TimeSpan Period { get; init; }

    public bool SendEvents { get; init; }

    public Level EventThreshold { get; init; } = Level.Error;

    public int MaxEventsPerMinute { get; init; }

    public ILayout? Layout { get; init; }

    public bool SendHealth { get; init; }
}
