using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.DogStatsd.Configuration;

/// <summary>The options of an appender, checked. Immutable.</summary>
internal sealed record AppenderSettings(
    DogStatsdSenderOptions Sender,
    string MetricName,
    bool SendCounts,
    bool CountLoggers,
    int MaxSeries,
    TimeSpan Period,
    bool SendEvents,
    Level EventThreshold,
    int MaxEventsPerMinute,
    ILayout? Layout,
    bool SendHealth)
{
    public const string DefaultMetricName = "log4net.events";
}
