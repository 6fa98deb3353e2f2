namespace log4net.Util;

public sealed class ThreadContextStacks
{
    private readonly ThreadContextProperties _properties;

    internal ThreadContextStacks(ThreadContextProperties properties) => _properties = properties;

    public ThreadContextStack this[string key]
    {
        get
        {
            object? present = _properties[key];
            if (present is ThreadContextStack known)
            {
                return known;
            }
            ThreadContextStack made = new();
            if (present is null)
            {
                _properties[key] = made;
            }
            else
            {
                LogLog.Error(typeof(ThreadContextStacks), $"Thread property [{key}] is a {present.GetType()}; what is pushed will not be seen.");
            }
            return made;
        }
    }
}
