using System.Runtime.CompilerServices;

namespace Easy.Logger.Shared;

/// <summary>
/// What is known of objects, for as long as they live. Where the library is part of a plug-in, nothing of it stays when that is unloaded,
/// although the objects may be the host's. Thread-safe.
/// </summary>
internal sealed class WeakCache<TKey, TValue>
    where TKey : class
    where TValue : class
{
    private volatile ConditionalWeakTable<TKey, object> _values = new();

    public WeakCache() => LoadContext.OnOwnUnloading(() => _values = new ConditionalWeakTable<TKey, object>());

    /// <summary>What is known of an object; made when nothing is.</summary>
    public TValue GetOrAdd(TKey key, Func<TKey, TValue> create) =>
        (TValue)(_values.TryGetValue(key, out object? value) ? value : _values.GetValue(key, each => create(each)));
}
