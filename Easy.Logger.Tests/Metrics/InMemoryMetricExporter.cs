using Benchmarker.Watch;
using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace Easy.Logger.Tests.Metrics;

/// <summary>Keeps what the OpenTelemetry SDK exported last. A histogram is told as its count.</summary>
internal sealed class InMemoryMetricExporter : BaseExporter<Metric>
{
    public IReadOnlyList<MeterPoint> Last { get; private set; } = [];

    public override ExportResult Export(in Batch<Metric> batch)
    {
        List<MeterPoint> points = [];
        foreach (Metric metric in batch)
        {
            foreach (ref readonly MetricPoint point in metric.GetMetricPoints())
            {
                points.Add(Copy(metric, point));
            }
        }

        Last = points;
        return ExportResult.Success;
    }

    private static MeterPoint Copy(Metric metric, in MetricPoint point)
    {
        Dictionary<string, string?> tags = [];
        foreach (KeyValuePair<string, object?> tag in point.Tags)
        {
            tags.Add(tag.Key, tag.Value as string);
        }

        double value = metric.MetricType switch
        {
            MetricType.LongSum or MetricType.LongSumNonMonotonic => point.GetSumLong(),
            MetricType.DoubleSum or MetricType.DoubleSumNonMonotonic => point.GetSumDouble(),
            MetricType.LongGauge => point.GetGaugeLastValueLong(),
            MetricType.DoubleGauge => point.GetGaugeLastValueDouble(),
            _ => point.GetHistogramCount(),
        };
        return MeterPoint.Of(metric.Name, value, tags.GetValueOrDefault);
    }
}
