namespace Easy.Logger.Metrics;

/// <summary>What the attached appenders of one name and class have taken. Written by the worker alone, read by any thread.</summary>
internal sealed class ChildTotals
{
    private long _forwarded;
    private long _failed;

    public ChildTotals(string name, string type)
    {
        Name = name;
        Type = type;
    }

    public string Name { get; }

    /// <summary>The class, without its namespace.</summary>
    public string Type { get; }

    /// <summary>Events that it took, or turned away by its own threshold and filters.</summary>
    public long Forwarded => Volatile.Read(ref _forwarded);

    /// <summary>Events that it failed to take.</summary>
    public long Failed => Volatile.Read(ref _failed);

    /// <summary>Worker only: books a batch.</summary>
    public void Add(int forwarded, int failed)
    {
        Volatile.Write(ref _forwarded, _forwarded + forwarded);
        Volatile.Write(ref _failed, _failed + failed);
    }
}
