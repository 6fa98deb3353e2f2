using System.Diagnostics.Tracing;
using Easy.Logger.EventSource;

namespace Benchmarker.EventSource;

/// <summary>A listener of the process that counts what it is given, inside the call.</summary>
internal sealed class ListenerHearing : EventListener, IHearing
{
    private long _heard;

    public void AwaitAll(long written)
    {
        if (_heard != written)
        {
            throw new InvalidDataException($"{_heard:N0} of {written:N0} events arrived.");
        }
    }

    // Called by the base's constructor for those that are there already; the others are made by whoever writes first.
    protected override void OnEventSourceCreated(System.Diagnostics.Tracing.EventSource eventSource)
    {
        if (eventSource.Name is HelloSource.ProviderName or EasyLoggerEventSource.ProviderName)
        {
            EnableEvents(
                eventSource, EventLevel.Informational, EasyLoggerEventSource.Keywords.Message | EasyLoggerEventSource.Keywords.Exception);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData) => _heard++;
}
