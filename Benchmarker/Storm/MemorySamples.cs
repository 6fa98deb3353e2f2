namespace Benchmarker.Storm;

/// <summary>The memory of this process, looked at every second, and whether it still grows in the second half of the time.</summary>
internal sealed class MemorySamples
{
    private const long Noise = 32L << 20;

    private readonly List<(long WorkingSet, long Heap)> _samples = [];

    public void Take() => _samples.Add((Environment.WorkingSet, GC.GetTotalMemory(forceFullCollection: false)));

    /// <summary>Whether the peak of the second half is at most a tenth, or what is noise, above that of the first.</summary>
    public bool AreFlat
    {
        get
        {
            (long first, long second) = Peaks(sample => sample.WorkingSet);
            return _samples.Count < 2 || second - first < Math.Max(Noise, first / 10);
        }
    }

    public override string ToString() => $"working set {Text(sample => sample.WorkingSet)}; managed heap {Text(sample => sample.Heap)}";

    private string Text(Func<(long WorkingSet, long Heap), long> select)
    {
        if (_samples.Count < 2)
        {
            return "not sampled";
        }

        (long first, long second) = Peaks(select);
        long median = _samples.Skip(_samples.Count / 2).Select(select).Order().ElementAt(_samples.Count / 4);
        return $"peak {Megabytes(first)} in the first half, {Megabytes(second)} in the second (median {Megabytes(median)})";
    }

    private (long First, long Second) Peaks(Func<(long WorkingSet, long Heap), long> select) => _samples.Count < 2
        ? (0, 0)
        : (_samples.Take(_samples.Count / 2).Max(select), _samples.Skip(_samples.Count / 2).Max(select));

    private static string Megabytes(long bytes) => $"{bytes / 1048576.0:N0} MB";
}
