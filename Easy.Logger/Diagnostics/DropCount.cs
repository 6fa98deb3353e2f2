using log4net.Core;

namespace Easy.Logger.Diagnostics;

/// <summary>How many events of one level were dropped for one reason. Immutable, safe for any thread.</summary>
public sealed class DropCount
{
    internal DropCount(DropReason reason, string level, long count)
    {
        Reason = reason;
        Level = level;
        Count = count;
    }

    /// <summary>Why they were dropped.</summary>
    public DropReason Reason { get; }

    /// <summary>The name of their level, as log4net knows it; empty for events without one.</summary>
    public string Level { get; }

    /// <summary>How many events; at least one.</summary>
    public long Count { get; }

    /// <inheritdoc />
    public override string ToString() => $"{Reason} {Level} {Count}";
}

/// <summary>Dropped events counted by reason and level. Allocates per reason and level, not per event. Not thread-safe.</summary>
internal sealed class DropTally
{
    /// <summary>The most levels and reasons that are counted apart: a program may make up levels without end.</summary>
    internal const int MaxEntries = 200;

    /// <summary>The name that all later levels share.</summary>
    internal const string OtherLevels = "(others)";

    private readonly List<Entry> _entries = []; // in order
    private Entry? _last; // while a loss goes on, most are of one level and reason

    public long Total { get; private set; }

    public void Add(DropReason reason, Level? level)
    {
        Total++;
        string name = level?.Name ?? string.Empty;
        if (_last is not { } entry || entry.Reason != reason || !ReferenceEquals(entry.Level, name))
        {
            _last = entry = EntryOf(reason, name);
        }

        if (entry is not null)
        {
            entry.Count++;
        }
    }

    /// <returns><see langword="null" /> when there is no memory for a new one: the total still counts.</returns>
    private Entry? EntryOf(DropReason reason, string level)
    {
        int place = PlaceOf(reason, level);
        if (place >= 0)
        {
            return _entries[place];
        }

        if (_entries.Count >= MaxEntries && level != OtherLevels)
        {
            return EntryOf(reason, OtherLevels);
        }

        try
        {
            Entry entry = new(reason, level);
            _entries.Insert(~place, entry);
            return entry;
        }
        catch (OutOfMemoryException)
        {
            return null;
        }
    }

    /// <returns>Where it is, or the complement of where it belongs.</returns>
    private int PlaceOf(DropReason reason, string level)
    {
        int first = 0;
        int end = _entries.Count;
        while (first < end)
        {
            int middle = (first + end) / 2;
            Entry entry = _entries[middle];
            int order = entry.Reason == reason ? string.CompareOrdinal(entry.Level, level) : entry.Reason < reason ? -1 : 1;
            if (order == 0)
            {
                return middle;
            }

            (first, end) = order < 0 ? (middle + 1, end) : (first, middle);
        }

        return ~first;
    }

    /// <summary>
    /// Without LINQ: a generic class whose static fields find no memory when they are first used cannot be used any more in this process.
    /// </summary>
    public DropCount[] ToArray()
    {
        DropCount[] counts = new DropCount[_entries.Count];
        for (int i = 0; i < counts.Length; i++)
        {
            counts[i] = new DropCount(_entries[i].Reason, _entries[i].Level, _entries[i].Count);
        }

        return counts;
    }

    private sealed class Entry(DropReason reason, string level)
    {
        public DropReason Reason => reason;

        public string Level => level;

        public long Count { get; set; }
    }
}
