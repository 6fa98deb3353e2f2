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
    public abstract void SendTo(DogStatsdSender sender);

    /// <summary>What was before counts no more.</summary>
    public abstract void Forget();
}
