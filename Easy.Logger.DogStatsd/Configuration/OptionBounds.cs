namespace Easy.Logger.DogStatsd.Configuration;

/// <summary>The least and the most that an option may be, and its default, which may lie outside of them. Immutable.</summary>
internal sealed record OptionBounds(int Min, int Max, int Default)
{
    /// <summary>The most is what fits into one datagram of UDP on IPv4; the default stands for what suits the way.</summary>
    public static readonly OptionBounds MaxPacketBytes = new(128, 65_507, 0);

    public static readonly OptionBounds FlushPeriod = new(1, 3_600_000, 100);
    public static readonly OptionBounds AggregationPeriod = new(0, 3_600_000, 0);
    public static readonly OptionBounds QueueLimit = new(1, 1_000_000, 1_000);
    public static readonly OptionBounds CloseTimeout = new(-1, 86_400_000, 5_000);
    public static readonly OptionBounds MaxSeries = new(1, 100_000, 1_000);
    public static readonly OptionBounds Period = new(100, 3_600_000, 10_000);
    public static readonly OptionBounds MaxEventsPerMinute = new(1, 6_000, 10);

    public bool Allow(int value) => value == Default || (value >= Min && value <= Max);

    /// <summary>For messages.</summary>
    public override string ToString() => FormattableString.Invariant($"{Min} to {Max}");
}
