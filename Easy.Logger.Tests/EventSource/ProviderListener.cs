using System.Diagnostics.Tracing;
using Easy.Logger.EventSource;

namespace Easy.Logger.Tests.EventSource;

internal sealed record ProviderEvent(int Id, EventLevel Level, IReadOnlyDictionary<string, object?> Fields)
{
    /// <summary>Whether it is a log event, not its properties or a health event.</summary>
    public bool IsLog => Id is >= 1 and <= 6;

    public string Logger => Text("logger");

    public string Message => Text("message");

    public string Text(string field) => (string)Fields[field]!;

    public int Number(string field) => (int)Fields[field]!;
}

/// <summary>Listens to the provider inside this process, which is one for all tests: each asks for the events of its own logger.</summary>
internal sealed class ProviderListener : EventListener
{
    private const EventKeywords Everything = (EventKeywords)0xF;

    private readonly ConcurrentQueue<ProviderEvent> _events = new();
    private Action<ProviderEvent>? _onEvent;

    public ProviderListener(
        EventLevel level = EventLevel.Verbose, EventKeywords keywords = Everything, IDictionary<string, string?>? arguments = null) =>
        EnableEvents(EasyLoggerEventSource.Instance, level, keywords, arguments);

    public IReadOnlyList<ProviderEvent> All => [.. _events];

    public IReadOnlyList<ProviderEvent> Of(string logger) => [.. _events.Where(written => written.IsLog && written.Logger == logger)];

    public IReadOnlyList<ProviderEvent> PropertiesOf(string logger) =>
        [.. _events.Where(written => written.Id == 10 && written.Logger == logger)];

    /// <summary>Does something within the log calls of a logger, on their thread, before the event is kept.</summary>
    public void OnLogOf(string logger, Action<ProviderEvent> log) => _onEvent = written =>
    {
        if (written.IsLog && written.Logger == logger)
        {
            log(written);
        }
    };

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.EventSource is EasyLoggerEventSource)
        {
            ProviderEvent written = new(
                eventData.EventId,
                eventData.Level,
                eventData.PayloadNames!.Zip(eventData.Payload!).ToDictionary(field => field.First, field => field.Second));
            _onEvent?.Invoke(written);
            _events.Enqueue(written);
        }
    }
}
