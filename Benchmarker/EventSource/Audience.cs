namespace Benchmarker.EventSource;

/// <summary>Who is there to hear of an event.</summary>
public enum Audience
{
    /// <summary>No one. First, so that it is what is meant where nothing is said.</summary>
    Nobody,

    /// <summary>An EventPipe session that takes events without the stacks of their calls.</summary>
    Session,

    /// <summary>
    /// An EventPipe session as dotnet-trace opens it: the runtime walks the stack for each event, which costs far more than all else.
    /// </summary>
    SessionWithStacks,

    /// <summary>An <see cref="System.Diagnostics.Tracing.EventListener" /> of the process.</summary>
    Listener,
}
