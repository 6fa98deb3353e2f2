using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Tests.Support;

/// <summary>The calls of several appenders and evaluators, in one order.</summary>
internal sealed class Journal
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
    internal class Plain(Journal journal, string name) : IAppender
    {
        public string Name { get; set; } = name;

        public void DoAppend(LoggingEvent loggingEvent) => journal.Add($"{Name}:{loggingEvent.RenderedMessage}");

        public void Close() => journal.Add($"{Name}.Close");
    }

    /// <summary>Takes arrays; one of one event is written as log4net hands it on, as a single event.</summary>
    internal sealed class Bulk(Journal journal, string name) : Plain(journal, name), IBulkAppender
    {
        private readonly Journal _journal = journal;

        public void DoAppend(LoggingEvent[] loggingEvents) => _journal.Add(
            loggingEvents.Length == 1
                ? $"{Name}:{loggingEvents[0].RenderedMessage}"
                : $"{Name}[{string.Join(" ", loggingEvents.Select(loggingEvent => loggingEvent.RenderedMessage))}]");
    }

    /// <summary>Triggers on messages that contain a text.</summary>
    internal sealed class Evaluator(Journal journal, string name, string text) : ITriggeringEventEvaluator
    {
        public bool IsTriggeringEvent(LoggingEvent loggingEvent)
        {
            bool triggers = loggingEvent.RenderedMessage!.Contains(text, StringComparison.Ordinal);
            journal.Add($"{name}({loggingEvent.RenderedMessage})={(triggers ? 1 : 0)}");
            return triggers;
        }
    }
}
