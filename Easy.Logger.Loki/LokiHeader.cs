namespace Easy.Logger.Loki;

/// <summary>A header that each request has. Read by <see cref="LokiAppender.ActivateOptions" />; not thread-safe.</summary>
public sealed class LokiHeader
{
    /// <summary>The name of the header.</summary>
    public string? Name { get; set; }

    /// <summary>Its value; <c>${NAME}</c> stands for a variable of the environment.</summary>
    public string? Value { get; set; }
}
