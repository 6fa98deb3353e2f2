using Benchmarker.Stress;
using Easy.Logger.Buffering;

namespace Benchmarker.Kills;

/// <summary>What one process of a run does: the same for the same seed, in the process and in the one that kills it.</summary>
internal sealed class KillsPlan
{
    private const int MostPadding = 1_100_000; // more than a segment of the journal

    private readonly int _seed;

    public KillsPlan(int seed)
    {
        Chance chance = new(seed);
        _seed = seed;
        Threads = 1 + chance.Below(8);
        BufferSize = chance.Of(1, 2, 16, 256, 512, 2048);
        QueueLimit = BufferSize * chance.Of(1, 2, 32, 64);
        JournalLimit = chance.Of(1, 8, 64, 64);
        Overflow = chance.OneIn(2)
            ? OverflowPolicy.Block
            : chance.Of(OverflowPolicy.Block, OverflowPolicy.DropNewest, OverflowPolicy.DropOldest, OverflowPolicy.DropLowestLevel);
        BlockTimeout = chance.Of(-1, -1, 10, 1000);
        IdleTime = chance.Of(5, 100, 500, 10_000);
        IsSlow = chance.OneIn(4);
        HasConsole = chance.OneIn(4);
        HasFailingAppender = chance.OneIn(4);
        RefusesOneIn = !HasConsole && !HasFailingAppender && !IsSlow && chance.OneIn(3) ? 10 : 0;
    }

    public int Threads { get; }

    public int BufferSize { get; }

    public int QueueLimit { get; }

    public int JournalLimit { get; }

    public OverflowPolicy Overflow { get; }

    public int BlockTimeout { get; }

    public int IdleTime { get; }

    /// <summary>Whether one of its appenders takes its time.</summary>
    public bool IsSlow { get; }

    public bool HasConsole { get; }

    public bool HasFailingAppender { get; }

    /// <summary>Of how many batches the log refuses one; 0 for none.</summary>
    public int RefusesOneIn { get; }

    /// <summary>Whether a call may evict an event whose call has returned.</summary>
    public bool Evicts => Overflow is OverflowPolicy.DropOldest or OverflowPolicy.DropLowestLevel;

    public Chance ChanceOf(int thread) => new(_seed ^ ((thread + 1) << 24));

    /// <summary>How much stands behind the number of an event.</summary>
    public static int PaddingOf(Chance chance) => chance.Below(2_000) switch
    {
        0 => chance.Below(MostPadding),
        < 40 => chance.Below(5_000),
        _ => chance.Below(200),
    };
}
