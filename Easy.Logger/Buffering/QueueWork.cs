namespace Easy.Logger.Buffering;

/// <summary>What the queue has for the worker to do next.</summary>
internal enum QueueWork
{
    /// <summary>Nothing yet.</summary>
    None = 0,

    /// <summary>A batch to forward.</summary>
    Batch,

    /// <summary>A loss to tell the log of: all that came before it is through.</summary>
    Loss,

    /// <summary>To tell the log that events of an earlier run follow.</summary>
    Recovery,

    /// <summary>A flush to answer: all that it asked for is through.</summary>
    Flush,

    /// <summary>Closed and empty: nothing will ever come.</summary>
    End,
}
