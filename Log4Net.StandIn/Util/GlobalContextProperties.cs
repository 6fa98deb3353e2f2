namespace log4net.Util;

/// <remarks>Copied at every change, so that readers need no lock and an event keeps what it saw.</remarks>
public sealed class GlobalContextProperties : ContextPropertiesBase
{
    private readonly object _writers = new();
    private volatile PropertiesDictionary? _snapshot;

    internal GlobalContextProperties()
    {
    }

    // Null while there is nothing in it.
    internal ReadOnlyPropertiesDictionary? Snapshot => _snapshot;

    public override object? this[string key]
    {
        get => Guard.NotNull(key, nameof(key)) is var name && _snapshot is { } all ? all[name] : null;
        set => Change(all => all[Guard.NotNull(key, nameof(key))] = value);
    }

    public void Clear()
    {
        lock (_writers)
        {
            _snapshot = null;
        }
    }

    public void Remove(string key) => Change(all => all.Remove(Guard.NotNull(key, nameof(key))));

    private void Change(Action<PropertiesDictionary> change)
    {
        lock (_writers)
        {
            PropertiesDictionary next = _snapshot is { } old ? new(old) : new();
            change(next);
            _snapshot = next.Count > 0 ? next : null;
        }
    }
}
