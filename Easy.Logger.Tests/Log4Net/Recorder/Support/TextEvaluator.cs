using log4net.Core;

namespace Recorder;

/// <summary>An evaluator that triggers on messages containing a text.</summary>
internal sealed class TextEvaluator(string text) : ITriggeringEventEvaluator
{
    public bool IsTriggeringEvent(LoggingEvent loggingEvent) => loggingEvent.RenderedMessage?.Contains(text, StringComparison.Ordinal) == true;
}
