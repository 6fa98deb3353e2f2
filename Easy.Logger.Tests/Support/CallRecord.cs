namespace Easy.Logger.Tests.Support;

/// <summary>The calls of several appenders and evaluators, in one order.</summary>
internal sealed class CallRecord
{
    private readonly Lock _lock = new();
    private readonly List<string> _entries = [];

    public void Add(string entry)
    {
        lock (_lock)
        {
            _entries.Add(entry);
        }
    }

    /// <summary>The entries since the last call, in one line.</summary>
    public string TakeOneLine()
    {
        lock (_lock)
        {
            string line = string.Join(" | ", _entries);
            _entries.Clear();
            return line;
        }
    }

    /// <summary>Takes single events only.</summary>
    internal class Plain(CallRecord calls, string name) : IAppender
    {
        public string Name { get; set; } = name;

        public void DoAppend(LoggingEvent loggingEvent) => calls.Add($"{Name}:{loggingEvent.RenderedMessage}");

        public void Close() => calls.Add($"{Name}.Close");
    }

    /// <summary>Takes arrays; one of one event is written as log4net hands it on, as a single event.</summary>
    internal sealed class Bulk(CallRecord calls, string name) : Plain(calls, name), IBulkAppender
    {
        private readonly CallRecord _calls = calls;

        public void DoAppend(LoggingEvent[] loggingEvents) => _calls.Add(
            loggingEvents.Length == 1
                ? $"{Name}:{loggingEvents[0].RenderedMessage}"
                : $"{Name}[{string.Join(" ", loggingEvents.Select(loggingEvent => loggingEvent.RenderedMessage))}]");
    }

    /// <summary>Triggers on messages that contain a text, and throws at one.</summary>
    internal sealed class Evaluator(CallRecord calls, string name, string text, string? throwsAt = null) : ITriggeringEventEvaluator
    {
        public bool IsTriggeringEvent(LoggingEvent loggingEvent)
        {
            bool triggers = loggingEvent.RenderedMessage!.Contains(text, StringComparison.Ordinal);
            calls.Add($"{name}({loggingEvent.RenderedMessage})={(triggers ? 1 : 0)}");
            return loggingEvent.RenderedMessage == throwsAt ? throw new FormatException("evaluator broke") : triggers;
        }
    }
}
