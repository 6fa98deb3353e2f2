namespace Easy.Logger.Diagnostics;

/// <summary>
/// Where an appender is in its life. It only moves forward, but between <see cref="Running" /> and <see cref="Stalled" /> it goes both ways.
/// </summary>
public enum BufferState
{
    /// <summary>Made, not yet activated; nothing was logged.</summary>
    Created = 0,

    /// <summary>Accepts and forwards events.</summary>
    Running,

    /// <summary>Running, but the children have not come back from a batch for ten seconds: nothing is written, and waiting events only grow older.</summary>
    Stalled,

    /// <summary>Closing: refuses new events, forwards the waiting ones.</summary>
    Draining,

    /// <summary>Closed: nothing is accepted or forwarded any more.</summary>
    Closed,
}
