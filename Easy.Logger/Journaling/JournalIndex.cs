namespace Easy.Logger.Journaling;

/// <summary>Where the records of the waiting events are, by the events' numbers in the queue. Not thread-safe.</summary>
internal sealed class JournalIndex
{
    private JournalPlace[] _places = new JournalPlace[1024];
    private int _head;
    private long _first; // the number of the event at the head

    /// <summary>How many events there are, journaled or not.</summary>
    public int Count { get; private set; }

    /// <summary>Makes sure that the next <see cref="Add" /> does not fail for lack of memory.</summary>
    public void Reserve()
    {
        if (Count == _places.Length)
        {
            JournalPlace[] larger = new JournalPlace[_places.Length * 2];
            for (int i = 0; i < Count; i++)
            {
                larger[i] = _places[(_head + i) & (_places.Length - 1)];
            }

            _places = larger;
            _head = 0;
        }
    }

    /// <summary>Adds the next event. Numbers rise; those left out have no record.</summary>
    public void Add(long sequence, JournalPlace place)
    {
        _first = Count == 0 ? sequence : _first;
        while (_first + Count < sequence)
        {
            Reserve();
            _places[(_head + Count++) & (_places.Length - 1)] = default;
        }

        Reserve();
        _places[(_head + Count++) & (_places.Length - 1)] = place;
    }

    /// <summary>Takes the record of an event out of the index.</summary>
    /// <returns>Where it is; nowhere when there is none.</returns>
    public JournalPlace Take(long sequence)
    {
        if (sequence < _first || sequence >= _first + Count)
        {
            return default;
        }

        ref JournalPlace at = ref _places[(_head + (int)(sequence - _first)) & (_places.Length - 1)];
        JournalPlace place = at;
        at = default;
        return place;
    }

    /// <summary>Takes the oldest event out, when its number is below another.</summary>
    /// <returns>Whether there was one.</returns>
    public bool TryTakeBelow(long sequence, out JournalPlace place)
    {
        place = default;
        if (Count == 0 || _first >= sequence)
        {
            return false;
        }

        place = Take(_first);
        _first++;
        _head = (_head + 1) & (_places.Length - 1);
        Count--;
        return true;
    }

    /// <summary>Whether the event has a record.</summary>
    public bool Has(long sequence) => sequence >= _first && sequence < _first + Count
        && _places[(_head + (int)(sequence - _first)) & (_places.Length - 1)].Segment is not null;

    /// <summary>No event has a record any more.</summary>
    public void Clear()
    {
        Array.Clear(_places, 0, _places.Length);
        _head = Count = 0;
    }
}

/// <summary>Where a record is.</summary>
/// <param name="segment">The segment; <see langword="null" /> where there is no record.</param>
/// <param name="at">Where in it.</param>
internal readonly struct JournalPlace(Segment? segment, int at)
{
    public Segment? Segment { get; } = segment;

    public int At { get; } = at;
}
