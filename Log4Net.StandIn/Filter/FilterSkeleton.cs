using log4net.Core;

namespace log4net.Filter;

public abstract class FilterSkeleton : IFilter
{
    public IFilter? Next { get; set; }

    public virtual void ActivateOptions()
    {
        // Most filters have nothing to prepare.
    }

    public abstract FilterDecision Decide(LoggingEvent loggingEvent);
}
