using System.Collections;

namespace log4net.Util;

public sealed class NullEnumerator : IEnumerator
{
    private NullEnumerator()
    {
    }

    public static NullEnumerator Instance { get; } = new();

    public object Current => throw new InvalidOperationException("An empty sequence has no current element.");

    public bool MoveNext() => false;

    public void Reset()
    {
        // Always before the first element.
    }
}
