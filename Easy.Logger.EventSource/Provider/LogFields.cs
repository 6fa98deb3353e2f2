using Easy.Logger.EventSource.Rendering;

namespace Easy.Logger.EventSource.Provider;

/// <summary>The fields of a log event, in the order of the manifest.</summary>
internal readonly ref struct LogFields
{
    public long TimeUtcTicks { get; init; }

    public int LevelValue { get; init; }

    public int ThreadId { get; init; }

    public TextField Level { get; init; }

    public TextField Logger { get; init; }

    public TextField Thread { get; init; }

    public TextField Message { get; init; }

    public TextField Exception { get; init; }

    public TextField TraceId { get; init; }

    public TextField SpanId { get; init; }
}
