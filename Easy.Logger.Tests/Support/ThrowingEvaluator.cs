namespace Easy.Logger.Tests.Support;

/// <summary>An evaluator that fails for each event.</summary>
internal sealed class ThrowingEvaluator : ITriggeringEventEvaluator
{
    public bool IsTriggeringEvent(LoggingEvent loggingEvent) => throw new InvalidOperationException("evaluator broke");
}
