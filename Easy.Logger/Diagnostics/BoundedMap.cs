namespace Easy.Logger.Diagnostics;

/// <summary>
/// One value for each name, up to a number of names; all later names share one more, so that a program that makes up names without end
/// stays bounded. Not thread-safe.
/// </summary>
/// <param name="maxNames">The most names with a value of their own.</param>
/// <param name="others">The name that the others share.</param>
/// <param name="create">Creates the value of a name.</param>
internal sealed class BoundedMap<TName, TValue>(int maxNames, TName others, Func<TName, TValue> create)
    where TName : notnull
    where TValue : class
{
    private readonly Dictionary<TName, TValue> _values = [];

    public IReadOnlyCollection<TValue> All => _values.Values;

    /// <summary>The value of a name, created when there is none yet.</summary>
    public TValue GetOrAdd(TName name)
    {
        if (Find(name) is { } known)
        {
            return known;
        }

        name = _values.Count < maxNames ? name : others;
        TValue value = create(name);
        _values.Add(name, value);
        return value;
    }

    /// <summary>The value of a name, of its own or the one it shares; <see langword="null" /> when there is none.</summary>
    public TValue? Find(TName name) =>
        _values.TryGetValue(name, out TValue? value) || (_values.Count >= maxNames && _values.TryGetValue(others, out value))
            ? value : null;
}
