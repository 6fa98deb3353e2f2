using log4net.Util;

namespace log4net;

public static class LogicalThreadContext
{
    public static LogicalThreadContextProperties Properties { get; } = new();

    public static LogicalThreadContextStacks Stacks { get; } = new(Properties);
}
