using System.Diagnostics;
using System.Runtime.InteropServices;
using Easy.Logger;

namespace ExitProbe;

/// <summary>
/// The process stops itself in the middle of a wait, and whoever started it lets it go on later. The child is held until it goes on, and
/// for a moment more, in which a wait whose time is up would end.
/// </summary>
internal static class PauseScenarios
{
    private const int Lines = 2_000;
    private const int MomentMilliseconds = 300;
    private const string Options = """<idleTime value="3600000" /><closeTimeout value="2000" />""";
    private const string SmallQueue =
        """<idleTime value="3600000" /><bufferSize value="10" /><queueLimit value="20" /><blockTimeout value="2000" />""";

    public static int PauseDuringClose(string file) => PauseDuring(appender => appender.Close(), file, 110);

    public static int PauseDuringFlush(string file) =>
        PauseDuring(appender => Console.WriteLine($"flushed {appender.Flush(2_000)}"), file, 111);

    public static int PauseWhileACallWaits(string file)
    {
        AsyncBufferingForwardingAppender appender = Start(file, SmallQueue);
        Pause(Begin(() => Logging.Write(0, Lines)));
        appender.Flush(-1);
        Logging.PrintCounters(appender);
        return 112;
    }

    /// <summary>Nobody waits here; the worker is inside the child, which is healthy.</summary>
    public static int PauseWhileTheWorkerIsInsideAChild(string file)
    {
        AsyncBufferingForwardingAppender appender = Start(file, Options);
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
        AsyncBufferingForwardingAppender appender = Start(file, Options);
        Logging.Write(0, Lines);
        Pause(Begin(() => wait(appender)));
        Logging.PrintCounters(appender);
        return exitCode;
    }

    private static AsyncBufferingForwardingAppender Start(string file, string options)
    {
        Logging.ToHeldFile(file, options);
        return Logging.Appender;
    }

    private static Thread Begin(Action wait)
    {
        Thread thread = new(() => wait()) { IsBackground = true };
        thread.Start();
        SpinWait.SpinUntil(() => (thread.ThreadState & System.Threading.ThreadState.WaitSleepJoin) != 0);
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
