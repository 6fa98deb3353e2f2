namespace Easy.Logger.DogStatsd.Health;

/// <summary>A counter whose total is read: what it grew by is sent.</summary>
/// <inheritdoc />
internal sealed class TotalSeries(string name, string[] tags) : MeterSeries(name, tags)
{
    private double _sent;
    private double _total;

    public override void Take(double value) => _total = value;

    public override void SendTo(DogStatsdSender sender)
    {
        if (_total > _sent)
        {
            sender.Counter(Name, _total - _sent, Tags);
        }

        _sent = _total;
    }

    public override void Forget() => _sent = _total;
}
