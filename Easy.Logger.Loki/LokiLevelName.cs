namespace Easy.Logger.Loki;

/// <summary>
/// What a level is called in Loki instead of the name of its band. Read by <see cref="LokiAppender.ActivateOptions" />; for one thread
/// until then.
/// </summary>
public sealed class LokiLevelName
{
    /// <summary>The name of the log4net level, in upper or lower case. No default: without one it is left out.</summary>
    public string? Level { get; set; }

    /// <summary>What it is called in Loki. No default: without one it is left out.</summary>
    public string? Name { get; set; }
}
