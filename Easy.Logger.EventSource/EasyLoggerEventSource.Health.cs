using System.Diagnostics.Tracing;
using Easy.Logger.EventSource.Health;
using Easy.Logger.EventSource.Provider;

namespace Easy.Logger.EventSource;

/// <content>The health events.</content>
public sealed partial class EasyLoggerEventSource
{
    /// <summary>Whether health events are being written.</summary>
    internal bool WritesHealth => _health?.IsRunning == true;

    [NonEvent]
    internal unsafe void WriteHealth(BufferHealthFields fields)
    {
        const int Integers = 11;
        const int Count = Integers + 3;
        long* integers = stackalloc long[Integers]
        {
            fields.Enqueued, fields.Forwarded, fields.QueueFull, fields.Closed, fields.AppenderError, fields.OtherErrors, fields.Rejected,
            fields.QueueSize,
            fields.QueueCapacity, fields.InFlight, fields.BlockedCalls,
        };
        double* seconds = stackalloc double[] { fields.BlockedSeconds, fields.OldestAgeSeconds };
        fixed (char* component = fields.Component)
        {
            EventData* data = stackalloc EventData[Count];
            for (int i = 0; i < Integers; i++)
            {
                data[i] = Of(integers + i, sizeof(long));
            }

            data[Integers] = Of(seconds, sizeof(double));
            data[Integers + 1] = Of(seconds + 1, sizeof(double));
            data[Integers + 2] = Of(component, fields.Component);
            WriteData(EventId.BufferHealth, Count, data);
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
