namespace Easy.Logger.DogStatsd.Health;

/// <summary>
/// A histogram: how many values there were, their average and the largest are sent, with the suffixes that an agent gives them. One line
/// for each value would cost as many lines as the appender has batches.
/// </summary>
/// <inheritdoc />
internal sealed class DistributionSeries(string name, string[] tags) : MeterSeries(name, tags)
{
    private long _count;
    private double _sum;
    private double _largest;

    public override void Take(double value)
    {
        _largest = _count == 0 || value > _largest ? value : _largest;
        _sum += value;
        _count++;
    }

    public override void SendTo(DogStatsdSender sender)
    {
        if (_count > 0)
        {
            sender.Counter(Name + ".count", _count, Tags);
            sender.Gauge(Name + ".avg", _sum / _count, Tags);
            sender.Gauge(Name + ".max", _largest, Tags);
        }

        Forget();
    }

    public override void Forget()
    {
        _count = 0;
        _sum = 0;
    }
}
