using System.IO.MemoryMappedFiles;
using Easy.Logger.Buffering;
using Easy.Logger.Journaling;

namespace Benchmarker.Soak.Kills;

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

/// <summary>The files of one run.</summary>
internal sealed class KillsFolder(string path)
{
    public string Journal { get; } = Path.Combine(path, "journal");

    public int Lanes => Lane.In(Journal).Length;

    public string Counters(int number) => Path.Combine(path, $"counters-{number}");

    public string Log(int number) => Path.Combine(path, $"log-{number}");

    /// <summary>Events that a log refused, and that were failed therefore.</summary>
    public string Refused(int number) => Path.Combine(path, $"refused-{number}");
}

/// <summary>
/// What a process has done, in a file that is mapped into memory, and so outlives it: for each thread, calls that have returned, and the
/// number of events that were counted as dropped or not journaled before the last of them did.
/// </summary>
internal sealed class KillsCounters : IDisposable
{
    private const int MostThreads = 16;
    private const int Fields = 3;
    private const long Size = (1 + (MostThreads * Fields)) * sizeof(long);

    private readonly MemoryMappedFile _file;
    private readonly MemoryMappedViewAccessor _view;

    public KillsCounters(string path)
    {
        _file = MemoryMappedFile.CreateFromFile(path, FileMode.OpenOrCreate, mapName: null, Size);
        _view = _file.CreateViewAccessor();
    }

    /// <summary>Milliseconds from the configuration of the log to its first new line; 0 when there is none.</summary>
    public long FirstLine
    {
        get => _view.ReadInt64(0);
        set => _view.Write(0, value);
    }

    public long Returned(int thread) => _view.ReadInt64(Offset(thread, 0));

    public bool HasReturned => Enumerable.Range(0, MostThreads).Any(thread => Returned(thread) > 0);

    /// <summary>Events that may be missing, as the process itself has counted them.</summary>
    public long Dropped => Enumerable.Range(0, MostThreads).Max(thread => _view.ReadInt64(Offset(thread, 1)));

    public long NotJournaled => Enumerable.Range(0, MostThreads).Max(thread => _view.ReadInt64(Offset(thread, 2)));

    /// <summary>In this order: a call that counts as returned has its loss counted.</summary>
    public void Return(int thread, long calls, long dropped, long notJournaled)
    {
        _view.Write(Offset(thread, 1), dropped);
        _view.Write(Offset(thread, 2), notJournaled);
        Thread.MemoryBarrier();
        _view.Write(Offset(thread, 0), calls);
    }

    public void Dispose()
    {
        _view.Dispose();
        _file.Dispose();
    }

    private static int Offset(int thread, int field) => (1 + (thread * Fields) + field) * sizeof(long);
}
