namespace log4net.Util;

/// <remarks>A change makes a new dictionary, so that it stays in the flow of control that made it.</remarks>
public sealed class LogicalThreadContextProperties : ContextPropertiesBase
{
    private readonly AsyncLocal<PropertiesDictionary?> _flowing = new();

    internal LogicalThreadContextProperties()
    {
    }

    internal ReadOnlyPropertiesDictionary? Snapshot => _flowing.Value;

    public override object? this[string key]
    {
        get => Guard.NotNull(key, nameof(key)) is var name && _flowing.Value is { } all ? all[name] : null;
        set
        {
            PropertiesDictionary next = _flowing.Value is { } old ? new(old) : new();
            next[key] = value;
            _flowing.Value = next;
        }
    }

    public void Clear() => _flowing.Value = null;

    public void Remove(string key)
    {
        if (_flowing.Value is { } old && old.ContainsKey(key))
        {
            PropertiesDictionary next = new(old);
            next.Remove(key);
            _flowing.Value = next.Count > 0 ? next : null;
        }
    }
}
