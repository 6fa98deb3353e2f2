namespace Easy.Logger.EventSource.Provider;

/// <summary>The numbers of the events. They never change: whoever reads a trace knows an event by its number.</summary>
internal static class EventId
{
    public const int Trace = 1;
    public const int Debug = 2;
    public const int Info = 3;
    public const int Warn = 4;
    public const int Error = 5;
    public const int Fatal = 6;
    public const int Properties = 10;
    public const int BufferHealth = 20;
    public const int ChildHealth = 21;
}
