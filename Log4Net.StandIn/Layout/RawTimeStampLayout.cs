using log4net.Core;
using log4net.Util;

namespace log4net.Layout;

public class RawTimeStampLayout : IRawLayout
{
    public virtual object Format(LoggingEvent loggingEvent) => Guard.NotNull(loggingEvent, nameof(loggingEvent)).TimeStamp;
}
