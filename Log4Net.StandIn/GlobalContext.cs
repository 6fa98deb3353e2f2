using log4net.Core;
using log4net.Util;

namespace log4net;

public static class GlobalContext
{
    public static GlobalContextProperties Properties { get; } = new() { [LoggingEvent.HostNameProperty] = SystemInfo.HostName };
}
