namespace Easy.Logger.Tests.Support;

/// <summary>A filter of the application's own.</summary>
internal sealed class DelegatingFilter(Func<LoggingEvent, FilterDecision> decide) : FilterSkeleton
{
    public override FilterDecision Decide(LoggingEvent loggingEvent) => decide(loggingEvent);
}
