namespace LokiServer;

/// <summary>What a Loki refuses: the defaults of Loki 3.7. Immutable.</summary>
public sealed record LokiLimits
{
    /// <summary>The most streams of a tenant.</summary>
    public int Streams { get; init; } = 5_000;

    /// <summary>The most labels of a stream.</summary>
    public int Labels { get; init; } = 15;

    /// <summary>The longest label name, in bytes of UTF-8.</summary>
    public int LabelNameBytes { get; init; } = 1024;

    /// <summary>The longest label value, in bytes of UTF-8.</summary>
    public int LabelValueBytes { get; init; } = 2048;

    /// <summary>The longest line, in bytes of UTF-8.</summary>
    public int LineBytes { get; init; } = 262_144;

    /// <summary>How far before now a line may lie.</summary>
    public TimeSpan OldestLine { get; init; } = TimeSpan.FromDays(7);

    /// <summary>How far after now a line may lie.</summary>
    public TimeSpan FarthestAhead { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>How far before the newest line of its stream a line may lie.</summary>
    public TimeSpan FarthestBehind { get; init; } = TimeSpan.FromHours(1);

    /// <summary>The most metadata of a line.</summary>
    public int MetadataEntries { get; init; } = 128;

    /// <summary>The most bytes of a line's metadata, names and values together.</summary>
    public int MetadataBytes { get; init; } = 64 * 1024;

    /// <summary>The largest message between Loki's parts, and the largest one on the gRPC port.</summary>
    public int MessageBytes { get; init; } = 4 * 1024 * 1024;

    /// <summary>
    /// Whether <see cref="BytesPerSecond" /> and <see cref="BurstBytes" /> hold. Off by default, since quick tests are bursts; a real Loki
    /// has it on.
    /// </summary>
    public bool IsRateLimited { get; init; }

    /// <summary>What a tenant may send per second in the long run: bytes of lines and metadata.</summary>
    public int BytesPerSecond { get; init; } = 4 * 1024 * 1024;

    /// <summary>What a tenant may send at once.</summary>
    public int BurstBytes { get; init; } = 6 * 1024 * 1024;

    /// <summary>Whether a request has to name its tenant. Otherwise the header is ignored, whatever it says.</summary>
    public bool RequiresTenant { get; init; }
}
