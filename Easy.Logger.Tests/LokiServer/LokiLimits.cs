namespace LokiServer;

/// <summary>What an operator may set of what a Loki refuses: the defaults of Loki 3.7. Immutable.</summary>
internal sealed record LokiLimits
{
    public int Streams { get; init; } = 5_000;

    public TimeSpan OldestLine { get; init; } = TimeSpan.FromDays(7);

    public TimeSpan FarthestAhead { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>The largest message between Loki's parts, and the largest one on the gRPC port.</summary>
    public int MessageBytes { get; init; } = 4 * 1024 * 1024;

    /// <summary>Whether there is a rate limit. Off by default, since quick tests are bursts; a real Loki has it on.</summary>
    public bool IsRateLimited { get; init; }

    /// <summary>What a tenant may send per second in the long run: bytes of lines and metadata.</summary>
    public int BytesPerSecond { get; init; } = 4 * 1024 * 1024;

    public int BurstBytes { get; init; } = 6 * 1024 * 1024;

    /// <summary>Whether a request has to name its tenant. Otherwise the header is ignored, whatever it says.</summary>
    public bool RequiresTenant { get; init; }
}
