namespace Easy.Logger.Loki;

/// <summary>What a level is called in Loki instead of the name of its band. Read by <see cref="LokiAppender.ActivateOptions" />; not thread-safe.</summary>
public sealed class LokiLevelName
{
    /// <summary>The name of the log4net level, in upper or lower case.</summary>
    public string? Level { get; set; }

    /// <summary>What it is called in Loki.</summary>
    public string? Name { get; set; }
}
