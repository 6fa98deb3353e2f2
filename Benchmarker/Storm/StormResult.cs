using Easy.Logger.Diagnostics;

namespace Benchmarker.Storm;

/// <summary>What a storm left behind.</summary>
internal sealed record StormResult
{
    public required long Calls { get; init; }

    public required IReadOnlyList<BufferStatistics> Counters { get; init; }

    public required TimeSpan LongestCall { get; init; }

    /// <summary>How long it took until the rest was written.</summary>
    public required TimeSpan Closing { get; init; }

    /// <summary>In the files.</summary>
    public required long Bytes { get; init; }

    public required MemorySamples Memory { get; init; }

    /// <summary>What was not as it should be; empty when every line is there or counted, in the order of its thread.</summary>
    public required IReadOnlyList<string> Faults { get; init; }
}
