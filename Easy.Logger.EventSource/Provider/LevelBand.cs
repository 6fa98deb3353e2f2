using System.Diagnostics.Tracing;

namespace Easy.Logger.EventSource.Provider;

/// <summary>
/// Which event a log4net level becomes. By number, because two names may have the same one, and levels of one's own lie between log4net's.
/// </summary>
/// <param name="EventId">The event.</param>
/// <param name="Level">Its level, which the manifest fixes for it.</param>
internal readonly record struct LevelBand(int EventId, EventLevel Level)
{
    private const int Critical = 90_000;
    private const int Error = 70_000;
    private const int Warn = 60_000;
    private const int Info = 40_000;
    private const int Debug = 30_000;

    /// <summary>The band of a level.</summary>
    /// <param name="value">The number of the level, as in <see cref="log4net.Core.Level.Value" />.</param>
    public static LevelBand Of(int value) => value switch
    {
        >= Critical => new(Provider.EventId.Fatal, EventLevel.Critical),
        >= Error => new(Provider.EventId.Error, EventLevel.Error),
        >= Warn => new(Provider.EventId.Warn, EventLevel.Warning),
        >= Info => new(Provider.EventId.Info, EventLevel.Informational),
        >= Debug => new(Provider.EventId.Debug, EventLevel.Verbose),
        _ => new(Provider.EventId.Trace, EventLevel.Verbose),
    };
}
