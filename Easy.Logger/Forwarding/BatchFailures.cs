namespace Easy.Logger.Forwarding;

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

    public void MarkAll()
    {
        for (int i = 0; i < _size; i++)
        {
            Mark(i);
        }
    }
}
