using log4net.Core;
using log4net.Filter;

namespace Easy.Logger.Forwarding;

/// <summary>Stands before a child's own filters and lets a <see cref="BatchEvent" /> pass, whose events went through those filters one by one.</summary>
internal sealed class BatchFilter : FilterSkeleton
{
    public override FilterDecision Decide(LoggingEvent loggingEvent) =>
        loggingEvent is BatchEvent ? FilterDecision.Accept : FilterDecision.Neutral;
}
