namespace Easy.Logger.Forwarding.Writers;

/// <summary>Which events of one batch at least one child failed to take. Worker only; reused for every batch.</summary>
internal sealed class BatchFailures
{
    private bool[] _failed = [];
    private int _size;

    /// <summary>Events marked so far, each once.</summary>
    public int Count { get; private set; }

    public void Reset(int size)
    {
        if (Count > 0)
        {
            Array.Clear(_failed, 0, _size);
            Count = 0;
        }

        if (_failed.Length < size)
        {
            _failed = new bool[size];
        }

        _size = size;
    }

    public void Mark(int index)
    {
        if (!_failed[index])
        {
            _failed[index] = true;
            Count++;
        }
    }

    /// <summary>Marks what is marked in another one of the same batch.</summary>
    public void Add(BatchFailures other)
    {
        for (int i = 0; i < _size && other.Count > 0; i++)
        {
            if (other._failed[i])
            {
                Mark(i);
            }
        }
    }

    /// <summary>Marks events from one on, up to another that is not marked any more.</summary>
    public void Mark(int first, int end)
    {
        for (int i = first; i < end; i++)
        {
            Mark(i);
        }
    }
}
