using System.Collections.Concurrent;

namespace LokiServer;

/// <summary>The faults that the next requests meet, one each, in order. Any thread.</summary>
public sealed class NextFaults
{
    private readonly ConcurrentQueue<Fault?> _faults = new();

    /// <summary>How many have not been met yet.</summary>
    public int Count => _faults.Count;

    /// <summary>Adds faults; <see langword="null" /> is a request that meets none.</summary>
    public void Enqueue(params IEnumerable<Fault?> faults)
    {
        foreach (Fault? fault in faults)
        {
            _faults.Enqueue(fault);
        }
    }

    /// <summary>Forgets those that have not been met.</summary>
    public void Clear() => _faults.Clear();

    /// <returns>Whether there was one.</returns>
    internal bool TryNext(out Fault? fault) => _faults.TryDequeue(out fault);
}
