using log4net.Core;
using log4net.Util;

namespace log4net.Filter;

public class LoggerMatchFilter : FilterSkeleton
{
    public bool AcceptOnMatch { get; set; } = true;
    public string? LoggerToMatch { get; set; }

    public override FilterDecision Decide(LoggingEvent loggingEvent)
    {
        Guard.NotNull(loggingEvent, nameof(loggingEvent));
        bool isMatch = LoggerToMatch is { Length: > 0 } start && loggingEvent.LoggerName?.StartsWith(start, StringComparison.CurrentCulture) == true;
        return Matches.Decide(isMatch, AcceptOnMatch);
    }
}
