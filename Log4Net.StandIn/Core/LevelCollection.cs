using System.Collections;
using log4net.Util;

namespace log4net.Core;

public partial class LevelCollection : IList, ICloneable
{
    private readonly List<Level> _levels;
    private readonly bool _readOnly;

    public LevelCollection() => _levels = [];

    public LevelCollection(int capacity) => _levels = new List<Level>(capacity);

    public LevelCollection(ICollection<Level> collection) => _levels = [.. collection];

    public LevelCollection(ICollection collection) => _levels = [.. collection.Cast<Level>()];

    public LevelCollection(LevelCollection collection) => _levels = [.. collection._levels];

    public LevelCollection(Level[] array) => _levels = [.. array];

    protected internal LevelCollection(Tag _)
        : this()
    {
    }

    private LevelCollection(List<Level> shared)
    {
        _levels = shared;
        _readOnly = true;
    }

    public virtual int Capacity
    {
        get => _levels.Capacity;
        set => Writable.Capacity = value;
    }

    public virtual int Count => _levels.Count;

    public virtual bool IsFixedSize => _readOnly;

    public virtual bool IsReadOnly => _readOnly;

    public virtual bool IsSynchronized => false;

    public virtual object SyncRoot => ((ICollection)_levels).SyncRoot;

    private List<Level> Writable => _readOnly ? throw SystemInfo.CreateReadOnlyCollectionNotModifiableException() : _levels;

    public virtual Level this[int index]
    {
        get => _levels[index];
        set => Writable[index] = value;
    }

    object? IList.this[int index]
    {
        get => this[index];
        set => this[index] = (Level)value!;
    }

    // A view: it shows later changes of the list.
    public static LevelCollection ReadOnly(LevelCollection list) => new(Guard.NotNull(list, nameof(list))._levels);

    public virtual int Add(Level item)
    {
        Writable.Add(item);
        return Count - 1;
    }

    public virtual int AddRange(LevelCollection collection) => AddAll(collection._levels);
    public virtual int AddRange(Level[] array) => AddAll(array);
    public virtual int AddRange(ICollection collection) => AddAll(collection.Cast<Level>());

    public virtual void Clear() => Writable.Clear();

    public virtual object Clone() => new LevelCollection(this);

    public virtual bool Contains(Level item) => _levels.Contains(item);

    public virtual void CopyTo(Level[] array) => CopyTo(array, 0);
    public virtual void CopyTo(Level[] array, int start) => _levels.CopyTo(array, start);

    public virtual ILevelCollectionEnumerator GetEnumerator() => new Cursor(_levels.GetEnumerator());

    public virtual int IndexOf(Level item) => _levels.IndexOf(item);

    public virtual void Insert(int index, Level item) => Writable.Insert(index, item);

    public virtual void Remove(Level item) => Writable.Remove(item);

    public virtual void RemoveAt(int index) => Writable.RemoveAt(index);

    public virtual void TrimToSize() => Writable.TrimExcess();

    int IList.Add(object? value) => Add((Level)value!);

    bool IList.Contains(object? value) => Contains((Level)value!);

    int IList.IndexOf(object? value) => IndexOf((Level)value!);

    void IList.Insert(int index, object? value) => Insert(index, (Level)value!);

    void IList.Remove(object? value) => Remove((Level)value!);

    void ICollection.CopyTo(Array array, int index) => ((ICollection)_levels).CopyTo(array, index);

    IEnumerator IEnumerable.GetEnumerator() => (IEnumerator)GetEnumerator();

    private int AddAll(IEnumerable<Level> items)
    {
        Writable.AddRange(items);
        return Count;
    }

    private sealed class Cursor(IEnumerator items) : IEnumerator, ILevelCollectionEnumerator
    {
        public Level Current => (Level)items.Current!;

        object IEnumerator.Current => Current;

        public bool MoveNext() => items.MoveNext();

        public void Reset() => items.Reset();
    }
}
