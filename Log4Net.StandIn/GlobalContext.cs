using log4net.Util;

namespace log4net;

public static class GlobalContext
{
    public static GlobalContextProperties Properties { get; } = new();
}
