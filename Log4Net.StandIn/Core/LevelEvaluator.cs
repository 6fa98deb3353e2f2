namespace log4net.Core;

public class LevelEvaluator : ITriggeringEventEvaluator
{
    public LevelEvaluator()
        : this(Level.Off)
    {
    }

    public LevelEvaluator(Level threshold) => Threshold = threshold ?? throw new ArgumentNullException(nameof(threshold));

    public Level Threshold { get; set; }

    // What has no level triggers.
    public bool IsTriggeringEvent(LoggingEvent loggingEvent)
        => (loggingEvent ?? throw new ArgumentNullException(nameof(loggingEvent))).Level is not { } level || level >= Threshold;
}
