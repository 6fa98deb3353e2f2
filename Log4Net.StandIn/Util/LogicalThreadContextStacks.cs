namespace log4net.Util;

public sealed class LogicalThreadContextStacks
{
    private readonly LogicalThreadContextProperties _properties;

    internal LogicalThreadContextStacks(LogicalThreadContextProperties properties) => _properties = properties;

    public LogicalThreadContextStack this[string key]
    {
        get
        {
            object? present = _properties[key];
            if (present is LogicalThreadContextStack known)
            {
                return known;
            }
            LogicalThreadContextStack made = new(this, key, null);
            if (present is null)
            {
                Show(key, made);
            }
            else
            {
                LogLog.Error(typeof(LogicalThreadContextStacks), $"Logical property [{key}] is a {present.GetType()}; the first push or pop takes its place.");
            }
            return made;
        }
    }

    internal void Show(string key, LogicalThreadContextStack stack) => _properties[key] = stack;
}
