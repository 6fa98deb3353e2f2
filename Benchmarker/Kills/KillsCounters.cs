using System.IO.MemoryMappedFiles;

namespace Benchmarker.Kills;

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
