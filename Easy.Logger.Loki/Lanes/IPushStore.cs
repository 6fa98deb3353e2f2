using Easy.Logger.Loki.Spill;

namespace Easy.Logger.Loki.Lanes;

/// <summary>Pushes that wait for their next try. One thread at a time peeks, another one may append meanwhile.</summary>
internal interface IPushStore : IDisposable
{
    /// <summary>Bytes of the pushes.</summary>
    long Bytes { get; }

    /// <summary>Lines of the pushes that have not been answered.</summary>
    long Lines { get; }

    /// <summary>Lines that were stored and have been dropped since, to make room or because they cannot be read.</summary>
    long DroppedLines { get; }

    bool IsEmpty { get; }

    /// <summary>Whether a lane has pushes.</summary>
    bool Has(string lane);

    /// <summary>Whether a lane has a push behind its first one.</summary>
    bool HasSeveral(string lane);

    /// <summary>Stores a push behind the others of its lane.</summary>
    /// <returns>Whether it is stored.</returns>
    bool TryAppend(int lines, ReadOnlySpan<byte> head, ReadOnlySpan<byte> body);

    /// <summary>Reads the push that is next, see <see cref="LaneIndex" />. It stays the same until it is removed or put back.</summary>
    bool TryPeek(Func<string, long?>? rankOf, out SpilledPush push);

    /// <summary>Removes the peeked push.</summary>
    void Remove();

    /// <summary>Ends the peek; the push stays.</summary>
    /// <param name="lines">How many of its lines, at its end, have not been answered.</param>
    /// <returns>Whether it is still stored; otherwise its lines are the caller's again.</returns>
    bool PutBack(int lines);

    /// <summary>Gives the peeked push a lane of its own, so that the others of its lane do not wait for it.</summary>
    void SetAside();
}

/// <summary>Reads the lane of a push from its head.</summary>
internal delegate string LaneOf(ReadOnlySpan<byte> head);
