namespace log4net.Util;

public sealed class LogicalThreadContextStacks
{
    private readonly LogicalThreadContextProperties _properties;

    internal LogicalThreadContextStacks(LogicalThreadContextProperties properties) => _properties = properties;

    public LogicalThreadContextStack this[string key]
    {
        get
        {
            switch (_properties[key])
            {
                case LogicalThreadContextStack known:
                    return known;
                case null:
                    return new LogicalThreadContextStack(this, key, null);
                case { } other:
                    LogLog.Error(typeof(LogicalThreadContextStacks), $"Logical property [{key}] is a {other.GetType()}; what is pushed will not be seen.");
                    return new LogicalThreadContextStack(null, key, null);
            }
        }
    }

    internal void Show(string key, LogicalThreadContextStack stack) => _properties[key] = stack;
}
