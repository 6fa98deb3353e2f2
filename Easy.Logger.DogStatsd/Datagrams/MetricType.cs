namespace Easy.Logger.DogStatsd.Datagrams;

/// <summary>The types of metrics that the protocol has.</summary>
internal enum MetricType
{
    Counter,
    Gauge,
    Timer,
    Histogram,
    Distribution,
    Set,
}
