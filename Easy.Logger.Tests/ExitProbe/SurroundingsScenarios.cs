using System.Diagnostics;
using System.Runtime.InteropServices;
using Easy.Logger;
using ThreadState = System.Threading.ThreadState;

namespace ExitProbe;

/// <summary>
/// The process, or the pool, has as many threads as it may have, and no other can be made. Or the process stops itself, and whoever started
/// it lets it go on later.
/// </summary>
internal static class SurroundingsScenarios
{
    private const int Lines = 100;
    private const int StackBytes = 256 * 1024;
    private const string SmallQueue =
        """<bufferSize value="4" /><queueLimit value="8" /><idleTime value="50" /><blockTimeout value="-1" />""";

    private static readonly List<Thread> _threads = new(capacity: 100_000);

    /// <summary>And returns while more events wait.</summary>
    public static int FlushWithoutThreads(string file)
    {
        Reach();
        Logging.ToFile(file);
        Logging.Write(0, Lines);
        AsyncBufferingForwardingAppender appender = Logging.Appender;
        Console.WriteLine($"flushed {appender.Flush(30_000)}");
        Logging.Print($"forwarded {appender.Statistics.Forwarded} lines {File.ReadLines(file).Count()}");
        Logging.Write(Lines, Lines);
        return 131;
    }

    /// <summary>Makes threads until none is to be had any more.</summary>
    private static void Reach()
    {
        Console.Error.WriteLine("taking every thread"); // the console makes one for itself, for the first text
        Console.WriteLine("taking every thread");
        _ = Logging.Log.IsInfoEnabled; // so may log4net
        try
        {
            while (_threads.Count < 10_000)
            {
                Thread thread = new(() => Thread.CurrentThread.Join(), StackBytes) { IsBackground = true };
                thread.Start();
                _threads.Add(thread);
            }

            Console.WriteLine("there is no limit");
        }
        catch (Exception e) when (e is OutOfMemoryException or ThreadStartException)
        {
            Console.WriteLine($"no thread after {_threads.Count}");
        }
    }

    /// <summary>Every thread of the pool stands in a log call on a full queue, and none of them ever comes back to the pool.</summary>
    public static int StarveThePool(string file)
    {
        AsyncBufferingForwardingAppender appender = Logging.ToHeldFile(file, SmallQueue);
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

    /// <summary>The child is healthy.</summary>
    public static int PauseWhileTheWorkerIsInsideAChild(string file)
    {
        AsyncBufferingForwardingAppender appender = Logging.ToHeldFile(file, Logging.Patient);
        Logging.Log.Error("held");
        SpinWait.SpinUntil(() => appender.Statistics.InFlight == 1);
        StopUntilContinued();
        Console.WriteLine($"state {appender.Statistics.State}");
        HeldFileAppender.Release();
        appender.Flush(-1);
        Logging.PrintCounters(appender);
        return 113;
    }

    private static void StopUntilContinued()
    {
        if (OperatingSystem.IsWindows())
        {
            throw new PlatformNotSupportedException("There is no signal that stops a process.");
        }

        using ManualResetEventSlim continued = new();
        using PosixSignalRegistration registration = PosixSignalRegistration.Create(PosixSignal.SIGCONT, _ => continued.Set());
        using Process kill = Process.Start("/bin/sh", ["-c", $"kill -STOP {Environment.ProcessId}"]);
        continued.Wait();
        kill.WaitForExit();
    }
}
