namespace Easy.Logger.EventSource.Health;

/// <summary>What the meter says of one appender at one moment.</summary>
/// <param name="Integers">The first fields of the event, in its order.</param>
/// <param name="Seconds">Those behind them.</param>
/// <param name="Component">The last one.</param>
internal sealed record BufferHealthFields(long[] Integers, double[] Seconds, string Component);

/// <summary>What the meter says of one attached appender at one moment.</summary>
internal sealed record ChildHealthFields(string Component, string Child, string ChildType)
{
    public long Processed { get; set; }

    public long Failed { get; set; }
}
