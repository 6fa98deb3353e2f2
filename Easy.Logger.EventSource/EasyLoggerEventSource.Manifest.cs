using System.Diagnostics.CodeAnalysis;
using System.Diagnostics.Tracing;
using Easy.Logger.EventSource.Provider;

namespace Easy.Logger.EventSource;

/// <content>
/// What the manifest is made of. These methods are never called: the events are written from memory, and a method with a span for a
/// parameter would make the whole provider invalid.
/// </content>
[SuppressMessage("Performance", "CA1822", Justification = "The manifest is made of instance methods.")]
[SuppressMessage("CodeQuality", "IDE0051", Justification = "Read by the runtime, never called.")]
[SuppressMessage("Style", "IDE0060", Justification = "The parameters are the fields.")]
public sealed partial class EasyLoggerEventSource
{
    // Log events have no keyword: a session that names none, as of dotnet-trace with the provider's name alone, gets nothing else. What
    // sessions ask for is looked at before.
    private const string LogText = "{5}: {7} {8}";

    [Event(EventId.Trace, Level = EventLevel.Verbose, Message = LogText)]
    private void Trace(
        long timeUtcTicks,
        int levelValue,
        int threadId,
        int originalLength,
        string level,
        string logger,
        string thread,
        string message,
        string exception,
        string traceId,
        string spanId)
    {
    }

    [Event(EventId.Debug, Level = EventLevel.Verbose, Message = LogText)]
    private void Debug(
        long timeUtcTicks,
        int levelValue,
        int threadId,
        int originalLength,
        string level,
        string logger,
        string thread,
        string message,
        string exception,
        string traceId,
        string spanId)
    {
    }

    [Event(EventId.Info, Level = EventLevel.Informational, Message = LogText)]
    private void Info(
        long timeUtcTicks,
        int levelValue,
        int threadId,
        int originalLength,
        string level,
        string logger,
        string thread,
        string message,
        string exception,
        string traceId,
        string spanId)
    {
    }

    [Event(EventId.Warn, Level = EventLevel.Warning, Message = LogText)]
    private void Warn(
        long timeUtcTicks,
        int levelValue,
        int threadId,
        int originalLength,
        string level,
        string logger,
        string thread,
        string message,
        string exception,
        string traceId,
        string spanId)
    {
    }

    [Event(EventId.Error, Level = EventLevel.Error, Message = LogText)]
    private void Error(
        long timeUtcTicks,
        int levelValue,
        int threadId,
        int originalLength,
        string level,
        string logger,
        string thread,
        string message,
        string exception,
        string traceId,
        string spanId)
    {
    }

    [Event(EventId.Fatal, Level = EventLevel.Critical, Message = LogText)]
    private void Fatal(
        long timeUtcTicks,
        int levelValue,
        int threadId,
        int originalLength,
        string level,
        string logger,
        string thread,
        string message,
        string exception,
        string traceId,
        string spanId)
    {
    }

    // Written for every level that is written at all, so it has none of its own.
    [Event(EventId.Properties, Level = EventLevel.LogAlways, Keywords = Keywords.Properties, Message = "{4}: {5}")]
    private void Properties(long timeUtcTicks, int levelValue, int threadId, int originalLength, string logger, string properties)
    {
    }

    [Event(
        EventId.BufferHealth,
        Level = EventLevel.Informational,
        Keywords = Keywords.Health,
        Message = "{13}: {7} of {8} waiting, {1} of {0} forwarded")]
    private void BufferHealth(
        long enqueued,
        long forwarded,
        long queueFull,
        long closed,
        long appenderError,
        long otherErrors,
        long rejected,
        long queueSize,
        long queueCapacity,
        long inFlight,
        long blockedCalls,
        double blockedSeconds,
        double oldestAgeSeconds,
        string component)
    {
    }

    [Event(EventId.ChildHealth, Level = EventLevel.Informational, Keywords = Keywords.Health, Message = "{2}, {3}: {0} taken, {1} failed")]
    private void ChildHealth(long processed, long failed, string component, string child, string childType)
    {
    }
}
