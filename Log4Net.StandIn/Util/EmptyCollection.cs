using System.Collections;

namespace log4net.Util;

public sealed class EmptyCollection : ICollection
{
    private EmptyCollection()
    {
    }

    public static EmptyCollection Instance { get; } = new();

    public int Count => 0;

    public bool IsSynchronized => true;

    public object SyncRoot => this;

    public void CopyTo(Array array, int index)
    {
        // Nothing to copy.
    }

    public IEnumerator GetEnumerator() => NullEnumerator.Instance;
}
