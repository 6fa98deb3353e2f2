namespace Benchmarker;

/// <summary>Several threads that do the same.</summary>
internal static class Threads
{
    /// <summary>Starts so many threads in the background; the body gets the number of its thread, from 0.</summary>
    public static Thread[] Start(int count, Action<int> body)
    {
        Thread[] threads = [.. Enumerable.Range(0, count).Select(index => new Thread(() => body(index)) { IsBackground = true })];
        Array.ForEach(threads, thread => thread.Start());
        return threads;
    }

    /// <summary>Starts them and waits for all.</summary>
    public static void Run(int count, Action<int> body) => Array.ForEach(Start(count, body), thread => thread.Join());
}
