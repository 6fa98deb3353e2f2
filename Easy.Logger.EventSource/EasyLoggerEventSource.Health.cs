using System.Diagnostics.Tracing;
using Easy.Logger.EventSource.Health;
using Easy.Logger.EventSource.Provider;

namespace Easy.Logger.EventSource;

/// <content>The health events.</content>
public sealed partial class EasyLoggerEventSource
{
    /// <summary>Whether health events are being written.</summary>
    internal bool WritesHealth => _health?.IsRunning == true;

    /// <summary>From one health event of an appender to the next.</summary>
    internal TimeSpan? HealthInterval => _health?.Interval;

    [NonEvent]
    internal unsafe void WriteHealth(BufferHealthFields fields)
    {
        int seconds = fields.Integers.Length; // where they begin
        int count = seconds + fields.Seconds.Length + 1;
        fixed (long* integer = fields.Integers)
        fixed (double* second = fields.Seconds)
        fixed (char* component = fields.Component)
        {
            EventData* data = stackalloc EventData[count];
            for (int i = 0; i < count - 1; i++)
            {
                data[i] = i < seconds ? Of(integer + i, sizeof(long)) : Of(second + i - seconds, sizeof(double));
            }

            data[count - 1] = Of(component, fields.Component);
            WriteData(EventId.BufferHealth, count, data);
        }
    }

    [NonEvent]
    internal unsafe void WriteHealth(ChildHealthFields fields)
    {
        const int Count = 5;
        long processed = fields.Processed;
        long failed = fields.Failed;
        fixed (char* component = fields.Component, child = fields.Child, childType = fields.ChildType)
        {
            EventData* data = stackalloc EventData[Count];
            data[0] = Of(&processed, sizeof(long));
            data[1] = Of(&failed, sizeof(long));
            data[2] = Of(component, fields.Component);
            data[3] = Of(child, fields.Child);
            data[4] = Of(childType, fields.ChildType);
            WriteData(EventId.ChildHealth, Count, data);
        }
    }

    private static unsafe EventData Of(char* pointer, string text) =>
        new() { DataPointer = (IntPtr)pointer, Size = (text.Length + 1) * sizeof(char) };
}
