using System.IO.MemoryMappedFiles;
using log4net;

namespace ExitProbe;

/// <summary>
/// Threads that log numbered lines, <c>producer number</c>, until the process is killed. How many of their calls have returned they
/// write into a file that is mapped into memory, and so outlives the kill.
/// </summary>
internal sealed class CountedProducers : IDisposable
{
    private const int Count = 4;

    private readonly ILog _log = Logging.Log;
    private readonly MemoryMappedFile _file;
    private readonly MemoryMappedViewAccessor _returned;

    public CountedProducers(string folder)
    {
        _file = MemoryMappedFile.CreateFromFile(
            Path.Combine(folder, "returned"), FileMode.CreateNew, mapName: null, Count * sizeof(long));
        _returned = _file.CreateViewAccessor();
    }

    /// <summary>Calls that have returned.</summary>
    public long Returned => Enumerable.Range(0, Count).Sum(id => _returned.ReadInt64(id * sizeof(long)));

    /// <summary>Never returns.</summary>
    public void Run()
    {
        Thread[] threads = [.. Enumerable.Range(0, Count).Select(id => new Thread(() => Produce(id)))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
    }

    public void Dispose()
    {
        _returned.Dispose();
        _file.Dispose();
    }

    private void Produce(int id)
    {
        for (long number = 0; true; number++)
        {
            _log.InfoFormat("{0} {1}", id, number);
            _returned.Write(id * sizeof(long), number + 1);
        }
    }
}
