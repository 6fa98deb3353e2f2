using log4net.Core;
using log4net.Util;

namespace log4net.Layout;

public class RawPropertyLayout : IRawLayout
{
    public string Key { get; set; } = "";

    public virtual object? Format(LoggingEvent loggingEvent) => Guard.NotNull(loggingEvent, nameof(loggingEvent)).LookupProperty(Key);
}
