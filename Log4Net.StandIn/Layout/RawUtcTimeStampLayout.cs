using log4net.Core;
using log4net.Util;

namespace log4net.Layout;

public class RawUtcTimeStampLayout : IRawLayout
{
    public virtual object Format(LoggingEvent loggingEvent) => Guard.NotNull(loggingEvent, nameof(loggingEvent)).TimeStampUtc;
}
