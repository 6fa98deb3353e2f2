using Benchmarker.Watch;
using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace Easy.Logger.Tests.Metrics;

/// <summary>Collects the meter as a program with OpenTelemetry does: through the SDK, its aggregation and an exporter.</summary>
internal sealed class OpenTelemetryReader : IDisposable
{
    // Enough for the names of a whole run of tests; the SDK would add up what is beyond its own limit of 2000.
    private const int Series = 20_000;

    private readonly InMemoryMetricExporter _exporter = new();
    private readonly BaseExportingMetricReader _reader;
    private readonly MeterProvider _provider;

    public OpenTelemetryReader()
    {
        _reader = new BaseExportingMetricReader(_exporter);
        _provider = Sdk.CreateMeterProviderBuilder()
            .AddMeter(MeterNames.Meter)
            .AddView(_ => new MetricStreamConfiguration { CardinalityLimit = Series })
            .AddReader(_reader)
            .Build();
    }

    /// <summary>Collects once.</summary>
    public MeterReading Read()
    {
        long start = Stopwatch.GetTimestamp();
        Assert.That(_reader.Collect(), Is.True, "the SDK collects");
        return new MeterReading(_exporter.Last, Stopwatch.GetElapsedTime(start));
    }

    public void Dispose()
    {
        _provider.Dispose();
        _reader.Dispose();
        _exporter.Dispose();
    }
}

/// <summary>Keeps what the OpenTelemetry SDK exported last. A histogram is kept as its count.</summary>
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
