namespace Easy.Logger.Rendering;

/// <summary>
/// The texts of waiting events, one behind the other in one array that is used round and round: what comes first leaves first, and nothing is
/// allocated once the array is large enough. No text goes over the end of the array.
/// </summary>
internal sealed class TextRing
{
    /// <summary>2 MiB. Beyond it a text is not taken, so that a burst of huge messages does not stay in memory for ever.</summary>
    public const int LargestCapacity = 1 << 20;

    private const int SmallestCapacity = 4096;

    private readonly char[] _chars;
    private int _head; // where the oldest text begins, or the place before it that is left empty at the end of the array
    private int _tail; // behind the newest text
    private int _count;

    public TextRing(int capacity = SmallestCapacity) => _chars = new char[capacity];

    /// <summary>The array that the texts are in.</summary>
    public char[] Chars => _chars;

    /// <summary>A ring of twice the size, to which the owner has to move what waits.</summary>
    /// <returns><see langword="null" /> when this one is as large as it may be.</returns>
    public TextRing? TryGrow(int needed)
    {
        long capacity = _chars.Length;
        do
        {
            capacity *= 2;
        }
        while (capacity < _chars.Length + (2L * needed));

        return capacity <= LargestCapacity ? new TextRing((int)capacity) : null;
    }

    /// <summary>Copies a text to the newest end.</summary>
    /// <returns>Where it begins; -1 when there is no room.</returns>
    public int TryAdd(ArraySegment<char> text)
    {
        int start = FindPlace(text.Count);
        if (start >= 0)
        {
            Array.Copy(text.Array!, text.Offset, _chars, start, text.Count);
            _tail = start + text.Count;
            _count++;
        }

        return start;
    }

    /// <summary>Gives the place of the oldest text up.</summary>
    public void RemoveOldest(int start, int length)
    {
        _head = start + length;
        if (--_count == 0)
        {
            _head = 0;
            _tail = 0; // under light load the same few cache lines are used again and again
        }
    }

    private int FindPlace(int length)
    {
        if (_tail < _head)
        {
            return _head - _tail > length ? _tail : -1; // one place stays empty: equal ends mean an empty ring
        }

        if (_chars.Length - _tail > length)
        {
            return _tail;
        }

        return _head > length ? 0 : -1;
    }
}
