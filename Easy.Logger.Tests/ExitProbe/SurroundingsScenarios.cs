using System.Diagnostics;
using System.Runtime.InteropServices;
using Easy.Logger;
using Easy.Logger.Diagnostics;
using log4net.Appender;
using ThreadState = System.Threading.ThreadState;

namespace ExitProbe;

/// <summary>
/// The process, or the pool, has as many threads as it may have, and no other can be made. Or the process stops itself in the middle of a
/// wait, and whoever started it lets it go on later. The child is held then until it goes on, and for a moment more, in which a wait whose
/// time is up would end.
/// </summary>
internal static class SurroundingsScenarios
{
    private const int PauseLines = 2_000;
    private const int MomentMilliseconds = 300;
    private const string PauseOptions = """<idleTime value="3600000" /><closeTimeout value="2000" />""";
    private const string PauseQueue =
        """<idleTime value="3600000" /><bufferSize value="10" /><queueLimit value="20" /><blockTimeout value="2000" />""";
    private const int Lines = 100;
    private const int StackBytes = 256 * 1024;
    private const string SmallQueue =
        """<bufferSize value="4" /><queueLimit value="8" /><idleTime value="50" /><blockTimeout value="-1" />""";

    private static readonly ManualResetEventSlim _end = new();
    private static readonly List<Thread> _threads = new(capacity: 100_000);

    /// <summary>And returns while more events wait.</summary>
    public static int Flush(string file, bool areThreadsBack)
    {
        AsyncBufferingForwardingAppender appender = LogWithoutThreads(file);
        if (areThreadsBack)
        {
            EndThreads();
        }

        Console.WriteLine($"flushed {appender.Flush(30_000)}");
        Print(appender, file);
        Logging.Write(Lines, Lines);
        return 131;
    }

    /// <summary>log4net closes nothing here at the end, for no repository has the appender.</summary>
    public static int ReturnWithAnAppenderOfItsOwn(string file)
    {
        FileAppender child = SurvivalScenarios.ToFile<FileAppender>(file);
        Reach();
        AsyncBufferingForwardingAppender appender = SurvivalScenarios.Alone(child, "alone", closeTimeout: 5_000);
        SurvivalScenarios.Log(appender, Lines);
        return 133;
    }

    public static int LogBeyondTheLimit(string file)
    {
        Reach();
        Logging.ToFile(file, """<bufferSize value="10" /><queueLimit value="40" /><overflow value="DropNewest" />""");
        AsyncBufferingForwardingAppender appender = Logging.Appender;
        Logging.Write(0, Lines);
        BufferStatistics statistics = appender.Statistics;
        Logging.Print($"pending {statistics.Pending} dropped {statistics.Dropped}");
        appender.Close();
        Print(appender, file);
        return 134;
    }

    public static int Dispose(string folder, string file)
    {
        string configuration = Path.Combine(folder, "log4net.config");
        File.WriteAllText(configuration, Logging.Document(Logging.File(file), """<idleTime value="3600000" />"""));
        Log4NetService.Instance.Configure(new FileInfo(configuration));
        AsyncBufferingForwardingAppender appender = Logging.Appender;
        Logging.Write(0, Lines);
        Reach();
        Log4NetService.Instance.Dispose();
        Console.WriteLine("disposed");
        Print(appender, file);
        return 135;
    }

    private static AsyncBufferingForwardingAppender LogWithoutThreads(string file)
    {
        Reach();
        Logging.ToFile(file);
        Logging.Write(0, Lines);
        return Logging.Appender;
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
                Thread thread = new(_end.Wait, StackBytes) { IsBackground = true };
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

    private static void EndThreads()
    {
        _end.Set();
        _threads.ForEach(thread => thread.Join());
    }

    private static void Print(AsyncBufferingForwardingAppender appender, string file)
    {
        BufferStatistics statistics = appender.Statistics;
        int lines = File.Exists(file) ? File.ReadLines(file).Count() : 0;
        Logging.Print($"forwarded {statistics.Forwarded} lines {lines}");
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

    public static int PauseDuringClose(string file) => PauseDuring(appender => appender.Close(), file, 110);

    public static int PauseDuringFlush(string file) =>
        PauseDuring(appender => Console.WriteLine($"flushed {appender.Flush(2_000)}"), file, 111);

    public static int PauseWhileACallWaits(string file)
    {
        AsyncBufferingForwardingAppender appender = Logging.ToHeldFile(file, PauseQueue);
        Pause(Begin(() => Logging.Write(0, PauseLines)));
        appender.Flush(-1);
        Logging.PrintCounters(appender);
        return 112;
    }

    /// <summary>Nobody waits here; the worker is inside the child, which is healthy.</summary>
    public static int PauseWhileTheWorkerIsInsideAChild(string file)
    {
        AsyncBufferingForwardingAppender appender = Logging.ToHeldFile(file, PauseOptions);
        Logging.Log.Error("held");
        SpinWait.SpinUntil(() => appender.Statistics.InFlight == 1);
        StopUntilContinued();
        Console.WriteLine($"state {appender.Statistics.State}");
        HeldFileAppender.Release();
        appender.Flush(-1);
        Logging.PrintCounters(appender);
        return 113;
    }

    private static int PauseDuring(Action<AsyncBufferingForwardingAppender> wait, string file, int exitCode)
    {
        AsyncBufferingForwardingAppender appender = Logging.ToHeldFile(file, PauseOptions);
        Logging.Write(0, PauseLines);
        Pause(Begin(() => wait(appender)));
        Logging.PrintCounters(appender);
        return exitCode;
    }

    private static Thread Begin(Action wait)
    {
        Thread thread = new(() => wait()) { IsBackground = true };
        thread.Start();
        SpinWait.SpinUntil(() => (thread.ThreadState & ThreadState.WaitSleepJoin) != 0);
        return thread;
    }

    private static void Pause(Thread waiting)
    {
        StopUntilContinued();
        waiting.Join(MomentMilliseconds);
        HeldFileAppender.Release();
        waiting.Join();
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
