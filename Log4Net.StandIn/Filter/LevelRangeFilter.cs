using log4net.Core;
using log4net.Util;

namespace log4net.Filter;

public class LevelRangeFilter : FilterSkeleton
{
    public bool AcceptOnMatch { get; set; } = true;
    public Level? LevelMin { get; set; }
    public Level? LevelMax { get; set; }

    public override FilterDecision Decide(LoggingEvent loggingEvent)
    {
        Guard.NotNull(loggingEvent, nameof(loggingEvent));

        // Comparisons with null are false: an open end has no limit, and an event without a level is inside every range.
        bool outside = loggingEvent.Level < LevelMin || loggingEvent.Level > LevelMax;
        return outside ? FilterDecision.Deny : AcceptOnMatch ? FilterDecision.Accept : FilterDecision.Neutral;
    }
}
