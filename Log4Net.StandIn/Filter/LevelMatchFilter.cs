using log4net.Core;
using log4net.Util;

namespace log4net.Filter;

public class LevelMatchFilter : FilterSkeleton
{
    public bool AcceptOnMatch { get; set; } = true;
    public Level? LevelToMatch { get; set; }

    public override FilterDecision Decide(LoggingEvent loggingEvent)
    {
        Guard.NotNull(loggingEvent, nameof(loggingEvent));
        return Matches.Decide(LevelToMatch is not null && LevelToMatch == loggingEvent.Level, AcceptOnMatch);
    }
}
