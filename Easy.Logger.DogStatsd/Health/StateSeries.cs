namespace Easy.Logger.DogStatsd.Health;

/// <summary>How much there is of something: the last value is sent, as long as there is a new one.</summary>
/// <inheritdoc />
internal sealed class StateSeries(string name, string[] tags) : MeterSeries(name, tags)
{
    private double? _value;

    public override void Take(double value) => _value = value;

    public override void SendTo(DogStatsdSender sender)
    {
        if (_value is { } value)
        {
            sender.Gauge(Name, value, Tags);
        }

        _value = null;
    }

    public override void Forget() => _value = null;
}
