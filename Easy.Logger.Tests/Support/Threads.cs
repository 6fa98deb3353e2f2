namespace Easy.Logger.Tests.Support;

/// <summary>Threads of a test's own that do the same side by side.</summary>
internal static class Threads
{
    /// <summary>Starts so many, each with its number, and waits for their ends.</summary>
    public static void Run(int count, Action<int> run)
    {
        Thread[] threads = [.. Enumerable.Range(0, count).Select(number => new Thread(() => run(number)))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
    }
}
