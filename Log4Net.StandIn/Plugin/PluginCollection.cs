using System.Collections;
using log4net.Util;

namespace log4net.Plugin;

public partial class PluginCollection : IList, ICloneable
{
    private readonly List<IPlugin> _items;
    private readonly bool _frozen;

    public PluginCollection() => _items = [];

    public PluginCollection(int capacity) => _items = new List<IPlugin>(capacity);

    public PluginCollection(ICollection<IPlugin> collection) => _items = [.. collection];

    public PluginCollection(ICollection collection) => _items = [.. collection.Cast<IPlugin>()];

    public PluginCollection(IPlugin[] array) => _items = [.. array];

    public PluginCollection(PluginCollection collection) => _items = [.. collection._items];

    // For subclasses that bring their own storage.
    protected internal PluginCollection(Tag _) => _items = [];

    /// <summary>A view that shares the items and refuses every change.</summary>
    private PluginCollection(List<IPlugin> shared, bool frozen) => (_items, _frozen) = (shared, frozen);

    public virtual int Capacity
    {
        get => _items.Capacity;
        set => Changeable.Capacity = value;
    }

    public virtual int Count => _items.Count;

    public virtual bool IsFixedSize => _frozen;

    public virtual bool IsReadOnly => _frozen;

    public virtual bool IsSynchronized => false;

    public virtual object SyncRoot => ((ICollection)_items).SyncRoot;

    public virtual IPlugin this[int index]
    {
        get => _items[index];
        set => Changeable[index] = value;
    }

    private List<IPlugin> Changeable => _frozen ? throw SystemInfo.CreateReadOnlyCollectionNotModifiableException() : _items;

    object? IList.this[int index]
    {
        get => this[index];
        set => this[index] = (IPlugin)value!;
    }

    public static PluginCollection ReadOnly(PluginCollection list) => new(Guard.NotNull(list, nameof(list))._items, frozen: true);

    public virtual int Add(IPlugin item)
    {
        Changeable.Add(item);
        return _items.Count - 1;
    }

    public virtual int AddRange(ICollection<IPlugin> collection) => AddAll(collection);
    public virtual int AddRange(ICollection collection) => AddAll(collection.Cast<IPlugin>());
    public virtual int AddRange(IPlugin[] array) => AddAll(array);
    public virtual int AddRange(PluginCollection collection) => AddAll(collection._items.ToArray());

    public virtual void Clear() => Changeable.Clear();

    public virtual object Clone() => new PluginCollection(this);

    public virtual bool Contains(IPlugin item) => _items.Contains(item);

    public virtual void CopyTo(IPlugin[] array) => CopyTo(array, 0);
    public virtual void CopyTo(IPlugin[] array, int start) => _items.CopyTo(array, start);

    public virtual IPluginCollectionEnumerator GetEnumerator() => new Cursor(_items);

    public virtual int IndexOf(IPlugin item) => _items.IndexOf(item);

    public virtual void Insert(int index, IPlugin item) => Changeable.Insert(index, item);

    public virtual void Remove(IPlugin item)
    {
        if (!Changeable.Remove(item))
        {
            throw new ArgumentException("The collection does not hold this plugin.", nameof(item));
        }
    }

    public virtual void RemoveAt(int index) => Changeable.RemoveAt(index);

    public virtual void TrimToSize() => Changeable.TrimExcess();

    int IList.Add(object? value) => Add((IPlugin)value!);

    bool IList.Contains(object? value) => Contains((IPlugin)value!);

    void ICollection.CopyTo(Array array, int index) => ((ICollection)_items).CopyTo(array, index);

    IEnumerator IEnumerable.GetEnumerator() => new Cursor(_items);

    int IList.IndexOf(object? value) => IndexOf((IPlugin)value!);

    void IList.Insert(int index, object? value) => Insert(index, (IPlugin)value!);

    void IList.Remove(object? value) => Remove((IPlugin)value!);

    private int AddAll(IEnumerable<IPlugin> plugins)
    {
        Changeable.AddRange(plugins);
        return _items.Count;
    }

    private sealed class Cursor(List<IPlugin> items) : IPluginCollectionEnumerator, IEnumerator
    {
        private readonly IEnumerator _inner = ((IEnumerable)items).GetEnumerator();

        public IPlugin Current => (IPlugin)_inner.Current;

        object IEnumerator.Current => _inner.Current;

        public bool MoveNext() => _inner.MoveNext();

        public void Reset() => _inner.Reset();
    }
}
