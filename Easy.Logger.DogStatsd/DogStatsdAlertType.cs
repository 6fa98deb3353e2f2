namespace Easy.Logger.DogStatsd;

/// <summary>How bad an event is.</summary>
public enum DogStatsdAlertType
{
    /// <summary>Something to know.</summary>
    Info,

    /// <summary>Something went well.</summary>
    Success,

    /// <summary>Something may go wrong.</summary>
    Warning,

    /// <summary>Something went wrong.</summary>
    Error,
}
