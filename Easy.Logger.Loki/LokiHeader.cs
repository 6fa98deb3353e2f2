namespace Easy.Logger.Loki;

/// <summary>A header that each request has. Read by <see cref="LokiAppender.ActivateOptions" />; for one thread until then.</summary>
public sealed class LokiHeader
{
    /// <summary>The name of the header. No default: without one it is left out.</summary>
    public string? Name { get; set; }

    /// <summary>Its value; <c>${NAME}</c> stands for a variable of the environment. Default empty.</summary>
    public string? Value { get; set; }
}
