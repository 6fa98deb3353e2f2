namespace log4net.Util;

/// <remarks>Changed in place: an event that looked something up on this thread sees later changes.</remarks>
public sealed class ThreadContextProperties : ContextPropertiesBase
{
    [ThreadStatic]
    private static PropertiesDictionary? _ofThisThread;

    internal ThreadContextProperties()
    {
    }

    public override object? this[string key]
    {
        get => Guard.NotNull(key, nameof(key)) is var name && _ofThisThread is { } all ? all[name] : null;
        set => (_ofThisThread ??= new PropertiesDictionary())[key] = value;
    }

#pragma warning disable CA1822 // The static is per thread; the instance is what users hold.
    internal PropertiesDictionary? OfThisThread => _ofThisThread;

    public void Clear() => _ofThisThread?.Clear();

    public string[]? GetKeys() => _ofThisThread?.GetKeys();

    public void Remove(string key) => _ofThisThread?.Remove(key);
#pragma warning restore CA1822
}
