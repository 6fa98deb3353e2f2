using log4net.Util;

namespace log4net.Core;

public class LevelEvaluator : ITriggeringEventEvaluator
{
    public LevelEvaluator()
        : this(Level.Off)
    {
    }

    public LevelEvaluator(Level threshold) => Threshold = Guard.NotNull(threshold, nameof(threshold));

    public Level Threshold { get; set; }

    // What has no level triggers.
    public bool IsTriggeringEvent(LoggingEvent loggingEvent)
        => Guard.NotNull(loggingEvent, nameof(loggingEvent)).Level is not { } level || level >= Threshold;
}
