namespace Easy.Logger.Diagnostics;

/// <summary>Where an appender is in its life. It only moves forward.</summary>
public enum BufferState
{
    /// <summary>Made, not yet activated; nothing was logged.</summary>
    Created = 0,

    /// <summary>Accepts and forwards events.</summary>
    Running,

    /// <summary>Closing: refuses new events, forwards the waiting ones.</summary>
    Draining,

    /// <summary>Closed: nothing is accepted or forwarded any more.</summary>
    Closed,
}
