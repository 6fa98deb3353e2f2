namespace Easy.Logger.Loki.Diagnostics;

/// <summary>The books of all appenders that are open. They are not kept alive by it: an appender that nobody closes is collected all the same. Thread-safe.</summary>
internal sealed class OpenBooks
{
    private readonly List<WeakReference<PushBooks>> _all = [];

    public IReadOnlyList<PushBooks> All
    {
        get
        {
            lock (_all)
            {
                return [.. _all.Select(reference => reference.TryGetTarget(out PushBooks? books) ? books : null).OfType<PushBooks>()];
            }
        }
    }

    /// <summary>Adds books, unless they are there.</summary>
    public void Add(PushBooks books)
    {
        lock (_all)
        {
            Remove(books);
            _all.Add(new WeakReference<PushBooks>(books));
        }
    }

    public void Remove(PushBooks books)
    {
        lock (_all)
        {
            _all.RemoveAll(reference => !reference.TryGetTarget(out PushBooks? other) || other == books);
        }
    }
}
