namespace Easy.Logger.DogStatsd.Health;

/// <summary>A counter that reports each addition: their sum is sent.</summary>
/// <inheritdoc />
internal sealed class SumSeries(string name, string[] tags) : MeterSeries(name, tags)
{
    private double _sum;

    public override void Take(double value) => _sum += value;

    public override void SendTo(DogStatsdSender sender)
    {
        if (_sum > 0)
        {
            sender.Counter(Name, _sum, Tags);
        }

        _sum = 0;
    }

    public override void Forget() => _sum = 0;
}
