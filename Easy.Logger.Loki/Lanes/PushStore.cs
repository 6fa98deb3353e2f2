using System.Runtime.InteropServices;

namespace Easy.Logger.Loki.Lanes;

/// <summary>Pushes that wait for their next try. Thread-safe; one thread at a time peeks, another one may append meanwhile.</summary>
internal abstract class PushStore : IDisposable
{
    private readonly object _lock = new();

    /// <summary>Bytes of the pushes.</summary>
    public long Bytes => Get(() => Bytes_NeedsLock);

    /// <summary>Lines of the pushes that have not been answered, those of the peeked push among them.</summary>
    public long Lines => Get(() => Lines_NeedsLock);

    /// <summary>Lines that were stored and have been dropped since, to make room or because they cannot be read.</summary>
    public long DroppedLines => Get(() => DroppedLines_NeedsLock);

    /// <summary>Those of them that its owner has counted.</summary>
    public long CountedDroppedLines { get; set; }

    public bool IsEmpty => Get(() => IsEmpty_NeedsLock);

    protected LaneIndex Index { get; } = new();

    protected bool IsClosed { get; set; }

    protected abstract long Bytes_NeedsLock { get; }

    protected abstract long Lines_NeedsLock { get; }

    protected abstract long DroppedLines_NeedsLock { get; }

    protected abstract bool IsEmpty_NeedsLock { get; }

    /// <summary>The peeked push; none when it is stored no more.</summary>
    protected abstract LaneEntry? Peeked_NeedsLock { get; }

    /// <summary>Whether a lane has pushes.</summary>
    public bool Has(string lane) => Get(() => Index.Has(lane));

    /// <summary>Whether a lane has a push behind its first one.</summary>
    public bool HasSeveral(string lane) => Get(() => Index.HasSeveral(lane));

    /// <summary>Stores a push behind the others of its lane.</summary>
    /// <returns>Whether it is stored; otherwise it is still the caller's.</returns>
    public abstract bool TryAppend(int lines, ReadOnlySpan<byte> head, ReadOnlySpan<byte> body);

    /// <summary>Reads the push that is next, see <see cref="LaneIndex" />. It stays the same until it is removed or put back.</summary>
    public abstract bool TryPeek(Func<string, long?>? rankOf, out SpilledPush push);

    /// <summary>Removes the peeked push.</summary>
    public abstract void Remove();

    /// <summary>Ends the peek; the push stays.</summary>
    /// <param name="lines">How many of its lines, at its end, have not been answered.</param>
    /// <returns>Whether it is still stored; otherwise its lines are the caller's again.</returns>
    public abstract bool PutBack(int lines);

    /// <summary>Gives the peeked push a lane of its own, so that the others of its lane do not wait for it.</summary>
    public void SetAside()
    {
        using (Lock())
        {
            if (Peeked_NeedsLock is { } entry)
            {
                Index.SetAside(entry);
            }
        }
    }

    public abstract void Dispose();

    protected Uninterrupted.Scope Lock() => Uninterrupted.Lock(_lock);

    private T Get<T>(Func<T> read)
    {
        using (Lock())
        {
            return read();
        }
    }
}

/// <summary>A push as it was stored. Its bytes may be in a buffer that the next one is read into.</summary>
/// <param name="Lines">Its lines that have not been answered: the last ones in it.</param>
/// <param name="Head">What its owner knows of it.</param>
/// <param name="Body">The lines.</param>
/// <param name="Lane">The lane that it is sent from.</param>
/// <param name="Number">Its place in the order in which pushes were stored.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct SpilledPush(int Lines, ReadOnlyMemory<byte> Head, ReadOnlyMemory<byte> Body, string Lane, long Number);
