using System.Collections;
using log4net.Util;

namespace log4net.Appender;

public partial class AppenderCollection : ICollection<IAppender>, IList, ICloneable
{
    public static readonly AppenderCollection EmptyCollection = ReadOnly(new AppenderCollection(0));

    private const int InitialCapacity = 16;

    private readonly List<IAppender> _items;
    private readonly bool _locked;

    public AppenderCollection()
        : this(InitialCapacity)
    {
    }

    public AppenderCollection(int capacity) => _items = new List<IAppender>(capacity);

    public AppenderCollection(ICollection collection)
        : this(collection.Count)
        => AddRange(collection);

    protected internal AppenderCollection(Tag _)
        : this(0)
    {
    }

    public AppenderCollection(AppenderCollection collection)
        : this(collection.Count)
        => AddRange(collection);

    public AppenderCollection(IAppender[] array)
        : this(array.Length)
        => AddRange(array);

    /// <summary>A read-only view: it shares the items of the collection it was made from.</summary>
    private AppenderCollection(List<IAppender> shared)
    {
        _items = shared;
        _locked = true;
    }

    public virtual int Capacity
    {
        get => _items.Capacity;
        set => Writable.Capacity = value;
    }

    public virtual int Count => _items.Count;

    public virtual bool IsFixedSize => _locked;

    public virtual bool IsReadOnly => _locked;

    public virtual bool IsSynchronized => false;

    public virtual object SyncRoot => ((ICollection)_items).SyncRoot;

    private List<IAppender> Writable => _locked ? throw SystemInfo.CreateReadOnlyCollectionNotModifiableException() : _items;

    public virtual IAppender this[int index]
    {
        get => _items[index];
        set => Writable[index] = value;
    }

    object? IList.this[int index]
    {
        get => this[index];
        set => this[index] = (IAppender)value!;
    }

    public static AppenderCollection ReadOnly(AppenderCollection list)
        => new(Guard.NotNull(list, nameof(list))._items);

    public virtual int Add(IAppender item)
    {
        Writable.Add(item);
        return Count - 1;
    }

    public virtual int AddRange(ICollection collection) => AddAll(collection.Cast<IAppender>());
    public virtual int AddRange(AppenderCollection collection) => AddAll(collection._items);
    public virtual int AddRange(IAppender[] array) => AddAll(array);

    public virtual void Clear() => Writable.Clear();

    public virtual object Clone() => new AppenderCollection(this);

    public virtual bool Contains(IAppender item) => _items.Contains(item);

    public virtual void CopyTo(IAppender[] array) => _items.CopyTo(array);
    public virtual void CopyTo(IAppender[] array, int index) => _items.CopyTo(array, index);

    public virtual IEnumerator<IAppender> GetEnumerator() => _items.GetEnumerator();

    public virtual int IndexOf(IAppender item) => _items.IndexOf(item);

    public virtual void Insert(int index, IAppender item) => Writable.Insert(index, item);

    public virtual void Remove(IAppender item)
    {
        if (!Writable.Remove(item))
        {
            throw new ArgumentException("The appender is not in this list.", nameof(item));
        }
    }

    public virtual void RemoveAt(int index) => Writable.RemoveAt(index);

    public virtual IAppender[] ToArray() => _items.ToArray();

    public virtual void TrimToSize() => Capacity = Count;

    void ICollection<IAppender>.Add(IAppender item) => Add(item);

    bool ICollection<IAppender>.Remove(IAppender item) => Writable.Remove(item);

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    void ICollection.CopyTo(Array array, int index) => ((ICollection)_items).CopyTo(array, index);

    int IList.Add(object? value) => Add((IAppender)value!);

    bool IList.Contains(object? value) => value is IAppender appender && Contains(appender);

    int IList.IndexOf(object? value) => IndexOf((IAppender)value!);

    void IList.Insert(int index, object? value) => Insert(index, (IAppender)value!);

    void IList.Remove(object? value) => Remove((IAppender)value!);

    private int AddAll(IEnumerable<IAppender> items)
    {
        Writable.AddRange(items);
        return Count;
    }
}
