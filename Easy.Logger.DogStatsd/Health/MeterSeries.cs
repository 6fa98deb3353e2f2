namespace Easy.Logger.DogStatsd.Health;

/// <summary>What one instrument of the meter says for one set of attributes. Under the lock of its <see cref="MeterExport" />.</summary>
/// <param name="name">The name of the metric.</param>
/// <param name="tags">The attributes.</param>
internal abstract class MeterSeries(string name, string[] tags)
{
    protected string Name => name;

    protected string[] Tags => tags;

    public abstract void Take(double value);

    /// <summary>Sends what there is to say since the last time.</summary>
    /// <param name="sender">Sends it; <see langword="null" /> when what was before is to count no more.</param>
    public abstract void SendTo(DogStatsdSender? sender);
}

/// <summary>A counter that reports each addition: their sum is sent.</summary>
/// <inheritdoc />
internal sealed class SumSeries(string name, string[] tags) : MeterSeries(name, tags)
{
    private double _sum;

    public override void Take(double value) => _sum += value;

    public override void SendTo(DogStatsdSender? sender)
    {
        if (_sum > 0)
        {
            sender?.Counter(Name, _sum, Tags);
        }

        _sum = 0;
    }
}

/// <summary>A counter whose total is read: what it grew by is sent.</summary>
/// <inheritdoc />
internal sealed class TotalSeries(string name, string[] tags) : MeterSeries(name, tags)
{
    private double _sent;
    private double _total;

    public override void Take(double value) => _total = value;

    public override void SendTo(DogStatsdSender? sender)
    {
        if (_total > _sent)
        {
            sender?.Counter(Name, _total - _sent, Tags);
        }

        _sent = _total;
    }
}

/// <summary>How much there is of something: the last value is sent, as long as there is a new one.</summary>
/// <inheritdoc />
internal sealed class StateSeries(string name, string[] tags) : MeterSeries(name, tags)
{
    private double? _value;

    public override void Take(double value) => _value = value;

    public override void SendTo(DogStatsdSender? sender)
    {
        if (_value is { } value)
        {
            sender?.Gauge(Name, value, Tags);
        }

        _value = null;
    }
}

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

    public override void SendTo(DogStatsdSender? sender)
    {
        if (_count > 0)
        {
            sender?.Counter(Name + ".count", _count, Tags);
            sender?.Gauge(Name + ".avg", _sum / _count, Tags);
            sender?.Gauge(Name + ".max", _largest, Tags);
        }

        _count = 0;
        _sum = 0;
    }
}
