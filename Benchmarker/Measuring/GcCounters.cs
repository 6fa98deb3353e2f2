namespace Benchmarker.Measuring;

/// <summary>What the process has allocated and collected: at a moment, or between two.</summary>
internal readonly record struct GcCounters(long AllocatedBytes, int Gen0, int Gen1, int Gen2)
{
    public static GcCounters Now() => new(
        GC.GetTotalAllocatedBytes(precise: true),
        GC.CollectionCount(0),
        GC.CollectionCount(1),
        GC.CollectionCount(2));

    public GcCounters Since(GcCounters start) =>
        new(AllocatedBytes - start.AllocatedBytes, Gen0 - start.Gen0, Gen1 - start.Gen1, Gen2 - start.Gen2);
}
