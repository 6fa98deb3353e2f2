using log4net.Core;

namespace log4net.Util;

/// <remarks>Several dictionaries seen as one. The first that has a key decides, also when its value is null.</remarks>
public sealed class CompositeProperties
{
    private readonly List<ReadOnlyPropertiesDictionary> _layers = new(4);
    private PropertiesDictionary? _flat;

    internal CompositeProperties(ReadOnlyPropertiesDictionary? nearest) => AddIfAny(nearest);

    public object? this[string key]
    {
        get
        {
            if (_flat is not null)
            {
                return _flat[key];
            }
            foreach (ReadOnlyPropertiesDictionary layer in _layers)
            {
                if (layer.TryGetValue(key, out object? value))
                {
                    return value;
                }
            }
            return null;
        }
    }

    public void Add(ReadOnlyPropertiesDictionary properties)
    {
        _flat = null;
        _layers.Add(properties);
    }

    // Kept from the first call on: the values that were seen then stay.
    public PropertiesDictionary Flatten()
    {
        if (_flat is null)
        {
            PropertiesDictionary all = new();
            foreach (ReadOnlyPropertiesDictionary layer in _layers)
            {
                foreach (KeyValuePair<string, object?> item in layer.Items)
                {
                    if (!all.ContainsKey(item.Key))
                    {
                        all[item.Key] = item.Value;
                    }
                }
            }
            _flat = all;
        }
        return _flat;
    }

    internal void AddIfAny(ReadOnlyPropertiesDictionary? properties)
    {
        if (properties is not null)
        {
            Add(properties);
        }
    }

    // As Flatten, but safe to read on any thread later: live values are replaced, and what is null is left out.
    internal PropertiesDictionary Freeze()
    {
        PropertiesDictionary frozen = new();
        HashSet<string>? nulls = null;
        foreach (ReadOnlyPropertiesDictionary layer in _flat is null ? _layers : [_flat])
        {
            foreach (KeyValuePair<string, object?> item in layer.Items)
            {
                if (frozen.ContainsKey(item.Key) || nulls?.Contains(item.Key) == true)
                {
                    continue;
                }
                if ((item.Value is IFixingRequired live ? live.GetFixedObject() : item.Value) is { } value)
                {
                    frozen[item.Key] = value;
                }
                else
                {
                    (nulls ??= []).Add(item.Key);
                }
            }
        }
        return frozen;
    }
}
