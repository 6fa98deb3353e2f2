using Easy.Logger.EventSource.Rendering;

namespace Easy.Logger.EventSource.Provider;

/// <summary>The fields of a log event, in the order of the manifest.</summary>
internal ref struct LogFields
{
    public long TimeUtcTicks;
    public int LevelValue;
    public int ThreadId;
    public TextField Level;
    public TextField Logger;
    public TextField Thread;
    public TextField Message;
    public TextField Exception;
    public TextField TraceId;
    public TextField SpanId;
}
