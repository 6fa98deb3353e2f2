namespace log4net.Core;

public class ExceptionEvaluator : ITriggeringEventEvaluator
{
    public ExceptionEvaluator()
    {
    }

    public ExceptionEvaluator(Type exType, bool triggerOnSubClass)
    {
        ExceptionType = exType ?? throw new ArgumentNullException(nameof(exType));
        TriggerOnSubclass = triggerOnSubClass;
    }

    public Type? ExceptionType { get; set; }

    public bool TriggerOnSubclass { get; set; }

    public bool IsTriggeringEvent(LoggingEvent loggingEvent)
    {
        if ((loggingEvent ?? throw new ArgumentNullException(nameof(loggingEvent))).ExceptionObject is not { } exception)
        {
            return false;
        }
        Type wanted = ExceptionType ?? typeof(Exception);
        return TriggerOnSubclass ? wanted.IsInstanceOfType(exception) : exception.GetType() == wanted;
    }
}
