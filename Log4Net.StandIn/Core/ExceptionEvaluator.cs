using log4net.Util;

namespace log4net.Core;

public class ExceptionEvaluator : ITriggeringEventEvaluator
{
    public ExceptionEvaluator()
    {
    }

    public ExceptionEvaluator(Type exType, bool triggerOnSubClass)
    {
        ExceptionType = Guard.NotNull(exType, nameof(exType));
        TriggerOnSubclass = triggerOnSubClass;
    }

    public Type? ExceptionType { get; set; }

    public bool TriggerOnSubclass { get; set; }

    public bool IsTriggeringEvent(LoggingEvent loggingEvent)
    {
        if (Guard.NotNull(loggingEvent, nameof(loggingEvent)).ExceptionObject is not { } exception)
        {
            return false;
        }

        // Without a type any exception will do, or none where it has to be the very one.
        return TriggerOnSubclass ? (ExceptionType ?? typeof(Exception)).IsInstanceOfType(exception) : exception.GetType() == ExceptionType;
    }
}
