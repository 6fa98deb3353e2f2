using log4net.Core;
using log4net.Filter;

namespace Benchmarker.Stress;

/// <summary>Turns some events away and counts them: the appender does not.</summary>
internal sealed class CountingFilter : FilterSkeleton
{
    private long _seen;
    private long _denied;

    public long Denied => Volatile.Read(ref _denied);

    public override FilterDecision Decide(LoggingEvent loggingEvent)
    {
        if (Interlocked.Increment(ref _seen) % 7 != 0)
        {
            return FilterDecision.Neutral;
        }

        Interlocked.Increment(ref _denied);
        return FilterDecision.Deny;
    }
}
