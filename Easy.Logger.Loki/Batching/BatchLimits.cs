namespace Easy.Logger.Loki.Batching;

/// <summary>What one push has at most.</summary>
/// <param name="MaxBytes">Its size as protobuf before it is compressed, which is what Loki's own limits are about in every
/// encoding.</param>
/// <param name="MaxEvents">Its lines.</param>
internal sealed record BatchLimits(int MaxBytes, int MaxEvents)
{
    public const int DefaultBytes = 1_048_576;
    public const int MinBytes = 16_384;

    /// <summary>
    /// Loki's own limit with its default configuration: a push above it is answered with an error that looks as if it would pass.
    /// </summary>
    public const int HardBytes = 4_194_304;

    public const int DefaultEvents = 1_000;
    public const int HardEvents = 100_000;

    /// <summary>The most bytes of one line, by Loki's default.</summary>
    public const int LineBytes = 262_144;
}
