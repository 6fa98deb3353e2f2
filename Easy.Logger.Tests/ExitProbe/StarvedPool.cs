using Easy.Logger;

namespace ExitProbe;

/// <summary>Every thread of the pool stands in a log call on a full queue, and none of them ever comes back to the pool.</summary>
internal static class StarvedPool
{
    private const string Options =
        """<bufferSize value="4" /><queueLimit value="8" /><idleTime value="50" /><blockTimeout value="-1" />""";

    public static int Run(string file)
    {
        Logging.ToHeldFile(file, Options);
        AsyncBufferingForwardingAppender appender = Logging.Appender;
        Logging.Log.Error("held");
        Logging.Write(1, 7);
        Thread?[] threads = BlockPool();
        using ManualResetEventSlim free = new();
        ThreadPool.UnsafeQueueUserWorkItem(_ => free.Set(), null);

        HeldFileAppender.Release();
        SpinWait.SpinUntil(() => appender.Statistics.Forwarded == 8 + threads.Length);
        Logging.Log.Info("alone");
        SpinWait.SpinUntil(() => appender.Statistics.Pending == 0);
        Console.WriteLine($"a thread of the pool was free: {free.IsSet}");
        return 64;
    }

    private static Thread?[] BlockPool()
    {
        // No pool can be made smaller than the number of processors.
        Thread?[] threads = new Thread?[Math.Max(4, Environment.ProcessorCount)];
        ThreadPool.GetMinThreads(out _, out int ports);
        ThreadPool.SetMinThreads(threads.Length, ports);
        ThreadPool.SetMaxThreads(threads.Length, Math.Max(ports, threads.Length));
        for (int i = 0; i < threads.Length; i++)
        {
            int index = i;
            ThreadPool.UnsafeQueueUserWorkItem(
                _ =>
                {
                    Volatile.Write(ref threads[index], Thread.CurrentThread);
                    Logging.Log.Info($"pool {index}");
                    Thread.CurrentThread.Join();
                },
                null);
        }

        SpinWait.SpinUntil(() => Array.TrueForAll(threads, thread => (thread?.ThreadState & ThreadState.WaitSleepJoin) is not (null or 0)));
        return threads;
    }
}
