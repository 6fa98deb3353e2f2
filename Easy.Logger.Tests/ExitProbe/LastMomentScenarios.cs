using System.IO.MemoryMappedFiles;

namespace ExitProbe;

/// <summary>
/// Threads log numbered lines until the process ends from outside, or by another thread. How many of their calls have returned is in a file
/// that is mapped into memory, and so outlives the end.
/// </summary>
internal static class LastMomentScenarios
{
    private const int Calls = 20_000;

    public static int LogUntilTheEnd(string folder) => Log(folder, _ => { });

    public static int LogUntilAnotherThreadCrashes(string folder) => Log(folder, producers => new Thread(() =>
    {
        SpinWait.SpinUntil(() => producers.Returned().Sum() > Calls);
        throw new InvalidOperationException("the scenario's crash");
    }).Start());

    private static int Log(string folder, Action<Producers> begin)
    {
        Logging.ToFile(Path.Combine(folder, "exit.log"), options: string.Empty);
        using MemoryMappedFile file = MemoryMappedFile.CreateFromFile(
            Path.Combine(folder, "returned"), FileMode.CreateNew, mapName: null, Producers.Count * sizeof(long));
        using MemoryMappedViewAccessor returned = file.CreateViewAccessor();
        begin(Producers.InForeground(report: (id, count) => returned.Write(id * sizeof(long), count)));
        Thread.CurrentThread.Join();
        return 0;
    }
}
