using log4net.Core;

namespace log4net.Util;

/// <remarks>Several dictionaries seen as one. The first added that has a key decides, also when its value is null.</remarks>
public sealed class CompositeProperties
{
    // The last added comes first: whoever goes through it from start to end meets the deciding value of a key last.
    private readonly List<ReadOnlyPropertiesDictionary> _weakestFirst = new(4);
    private PropertiesDictionary? _merged;

    internal CompositeProperties(ReadOnlyPropertiesDictionary? nearest) => AddIfAny(nearest);

    public object? this[string key] => (_merged ?? HolderOf(key))?[key];

    public void Add(ReadOnlyPropertiesDictionary properties)
    {
        _weakestFirst.Insert(0, properties);
        _merged = null;
    }

    // Kept from the first call on: the values that were seen then stay.
    public PropertiesDictionary Flatten() => _merged ??= Merge();

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
        foreach (KeyValuePair<string, object?> item in (_merged ?? Merge()).Items)
        {
            if ((item.Value is IFixingRequired live ? live.GetFixedObject() : item.Value) is { } value)
            {
                frozen[item.Key] = value;
            }
        }
        return frozen;
    }

    private ReadOnlyPropertiesDictionary? HolderOf(string key)
    {
        int layer = _weakestFirst.Count - 1;
        while (layer >= 0 && !_weakestFirst[layer].ContainsKey(key))
        {
            layer--;
        }
        return layer < 0 ? null : _weakestFirst[layer];
    }

    private PropertiesDictionary Merge()
    {
        PropertiesDictionary all = new();
        foreach (KeyValuePair<string, object?> item in _weakestFirst.SelectMany(static layer => layer.Items))
        {
            all[item.Key] = item.Value;
        }
        return all;
    }
}
