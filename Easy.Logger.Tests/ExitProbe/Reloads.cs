using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace ExitProbe;

/// <summary>One configuration after the other, and what they leave behind.</summary>
internal static class Reloads
{
    private const int Count = 100;

    /// <summary>Threads that the runtime may start meanwhile for itself. One for each reload would be far more.</summary>
    private const int ThreadsOfTheRuntime = 10;

    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(30);

    private static readonly List<WeakReference> _appenders = [];

    public static int Run(string file)
    {
        Reload(file, 0);
        int threads = Threads;
        long timers = Timer.ActiveCount;
        for (int i = 1; i <= Count; i++)
        {
            Reload(file, i);
        }

        Console.WriteLine(
            $"left after {Count} reloads: {Left("threads", () => Threads - threads - ThreadsOfTheRuntime)}, "
                + $"{Left("timers", () => Timer.ActiveCount - timers)},"
            + $" {Left("appenders", () => Living() - 1)}");
        return 80;
    }

    private static int Threads
    {
        get
        {
            using Process process = Process.GetCurrentProcess();
            return process.Threads.Count;
        }
    }

    /// <summary>Waits for the last of them to go, which is not ours to hurry.</summary>
    private static string Left(string what, Func<long> count) =>
        SpinWait.SpinUntil(() => count() <= 0, _patience) ? $"no {what}" : $"{count()} {what}";

    private static int Living()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        return _appenders.Count(appender => appender.IsAlive);
    }

    /// <summary>Not inlined, so that no variable keeps the appender.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Reload(string file, int number)
    {
        Logging.ToFile(file);
        Logging.Write(number, 1);
        _appenders.Add(new WeakReference(Logging.Appender, trackResurrection: true));
    }
}
