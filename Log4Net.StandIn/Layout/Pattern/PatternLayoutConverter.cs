using log4net.Core;
using log4net.Util;

namespace log4net.Layout.Pattern;

public abstract class PatternLayoutConverter : PatternConverter
{
    public virtual bool IgnoresException { get; set; } = true;

    public override void Convert(TextWriter writer, object? state)
    {
        if (state is not LoggingEvent loggingEvent)
        {
            throw new ArgumentException($"{GetType().Name} formats a {nameof(LoggingEvent)}, not {state?.GetType().Name ?? "null"}.", nameof(state));
        }
        Convert(writer, loggingEvent);
    }

    protected abstract void Convert(TextWriter writer, LoggingEvent loggingEvent);
}
