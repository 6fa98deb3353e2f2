using System.Collections;
using System.Runtime.Serialization;

namespace log4net.Util;

public class ReadOnlyPropertiesDictionary : IDictionary<string, object?>, IDictionary
{
    public ReadOnlyPropertiesDictionary() => InnerHashtable = [];

    public ReadOnlyPropertiesDictionary(ReadOnlyPropertiesDictionary propertiesDictionary) => InnerHashtable = new(propertiesDictionary.InnerHashtable);

    protected ReadOnlyPropertiesDictionary(SerializationInfo info, StreamingContext context)
        : this()
    {
        foreach (SerializationEntry entry in info)
        {
            InnerHashtable[entry.Name] = entry.Value;
        }
    }

    public int Count => InnerHashtable.Count;

    // Said of those that can be written too.
    public bool IsReadOnly => true;

    public ICollection<string> Keys => InnerHashtable.Keys;

    public ICollection<object?> Values => InnerHashtable.Values;

    protected Dictionary<string, object?> InnerHashtable { get; }

    // Enumerated without an allocation, unlike the interfaces.
    internal Dictionary<string, object?> Items => InnerHashtable;

    private protected virtual bool CanWrite => false;

    ICollection IDictionary.Keys => InnerHashtable.Keys;

    ICollection IDictionary.Values => InnerHashtable.Values;

    bool IDictionary.IsFixedSize => false;

    bool IDictionary.IsReadOnly => !CanWrite;

    bool ICollection.IsSynchronized => false;

    object ICollection.SyncRoot => ((ICollection)InnerHashtable).SyncRoot;

    public virtual object? this[string key]
    {
        get => InnerHashtable.TryGetValue(key, out object? value) ? value : null;
        set => throw SystemInfo.CreateReadOnlyCollectionNotModifiableException();
    }

    object? IDictionary.this[object key]
    {
        get => this[(string)key];
        set => this[(string)key] = value;
    }

    public virtual void Add(string key, object? value) => throw SystemInfo.CreateReadOnlyCollectionNotModifiableException();
    public void Add(KeyValuePair<string, object?> item) => InnerHashtable.Add(item.Key, item.Value); // not refused, as recorded

    public virtual void Clear() => throw SystemInfo.CreateReadOnlyCollectionNotModifiableException();

    public bool Contains(string key) => InnerHashtable.ContainsKey(key);
    public bool Contains(KeyValuePair<string, object?> item) => TryGetValue(item.Key, out object? value) && Equals(value, item.Value);

    public bool ContainsKey(string key) => InnerHashtable.ContainsKey(key);

    public void CopyTo(KeyValuePair<string, object?>[] array, int arrayIndex)
        => ((ICollection<KeyValuePair<string, object?>>)InnerHashtable).CopyTo(array, arrayIndex);

    public string[] GetKeys() => [.. InnerHashtable.Keys];

    public virtual void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        foreach (KeyValuePair<string, object?> item in InnerHashtable)
        {
            info.AddValue(item.Key, item.Value);
        }
    }

    public virtual bool Remove(string key) => throw SystemInfo.CreateReadOnlyCollectionNotModifiableException();
    public bool Remove(KeyValuePair<string, object?> item) => InnerHashtable.Remove(item.Key);

    public bool TryGetValue(string key, out object? value) => InnerHashtable.TryGetValue(key, out value);

    void IDictionary.Add(object key, object? value) => Add(AsName(key), value);

    bool IDictionary.Contains(object key) => Contains(AsName(key));

    void IDictionary.Remove(object key) => Remove(AsName(key));

    void ICollection.CopyTo(Array array, int index) => ((ICollection)InnerHashtable).CopyTo(array, index);

    IEnumerator<KeyValuePair<string, object?>> IEnumerable<KeyValuePair<string, object?>>.GetEnumerator() => InnerHashtable.GetEnumerator();

    IDictionaryEnumerator IDictionary.GetEnumerator() => InnerHashtable.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => InnerHashtable.GetEnumerator();

    private static string AsName(object key)
        => key as string ?? throw new ArgumentException("Properties are named by strings, not by " + (key?.GetType().ToString() ?? "null"), nameof(key));
}
