namespace Benchmarker.Compare;

/// <summary>A defect that is planted into the compared run, to show that the comparison finds it.</summary>
internal enum Plant
{
    None,

    /// <summary>An event is rendered when the next one is logged.</summary>
    Capture,

    /// <summary>A filter that is added later has no effect.</summary>
    Filter,

    /// <summary>Events are forwarded in another culture than that of their call.</summary>
    Culture,

    /// <summary>Now and then two events change places.</summary>
    Order,

    /// <summary>Flush leaves an event in the queue.</summary>
    Flush,

    /// <summary>The first event after a new configuration is lost.</summary>
    Reload,

    /// <summary>A detached appender still receives events.</summary>
    Detach,

    /// <summary>A property of the event is missing.</summary>
    Property,

    /// <summary>The text of an exception is missing.</summary>
    Exception,

    /// <summary>Files roll at another size.</summary>
    Rolling,
}
