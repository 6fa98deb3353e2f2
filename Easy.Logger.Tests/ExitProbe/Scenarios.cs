using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;
using Easy.Logger;
using Easy.Logger.Diagnostics;
using log4net;
using log4net.Config;

namespace ExitProbe;

/// <summary>
/// The ways a program ends. Each has an exit code of its own and none is 0, so that an end that came too early, or from elsewhere, is not
/// taken for the right one.
/// </summary>
internal static class Scenarios
{
    private const int ReloadCount = 100;

    /// <summary>Threads that the runtime may start meanwhile for itself. One for each reload would be far more.</summary>
    private const int ThreadsOfTheRuntime = 10;

    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(30);

    private static readonly List<WeakReference> _appenders = [];

    public static int Run(string scenario, string folder)
    {
        string file = Path.Combine(folder, "exit.log");
        return scenario switch
        {
            "return" => Lines(file, () => 41),
            "return-producers" => EndWhileProducersLog(file, inBackground: true, () => 42),
            "exit" => Lines(file, () => Exit(43)),
            "exit-producers" => EndWhileProducersLog(file, inBackground: false, () => Exit(44)),
            "crash" => Lines(file, Crash),
            "crash-fatal" => CrashWithHandler(Logging.ToSlowFile, file, () => { }),
            "crash-late" => CrashWithHandlerBeforeOurs(file),
            "crash-info" => CrashWithHandler(path => Logging.ToFile(path), file, () => Logging.Log.Info("last words")),
            "shutdown" => Lines(file, () => Shutdown(file)),
            "close-under-way" => ReturnWhileAnotherThreadShutsDown(file),
            "reload" => ReturnDuringReload(file, Path.Combine(folder, "second.log"), Path.Combine(folder, "log4net.config")),
            "reconfigure" => Lines(file, () => ShutdownAndReconfigure(Path.Combine(folder, "second.log"))),
            "hung" => ReturnWithHungChild(),
            "reloads" => ReloadOften(file),
            "producers" => EndScenarios.LogUntilTheEnd(folder, crashes: false),
            "producers-crash" => EndScenarios.LogUntilTheEnd(folder, crashes: true),
            "end-hung-many" => EndScenarios.ReturnWithManyHungAppenders(),
            "end-chain" => EndScenarios.ReturnWhileTheOuterOneOfTwoHasEvents(file),
            "notice-at-exit" => EndScenarios.ReturnAfterAMistake(),
            "starved-pool" => SurroundingsScenarios.StarveThePool(file),
            "threads-none" => SurroundingsScenarios.FlushWithoutThreads(file),
            "pause-busy" => SurroundingsScenarios.PauseWhileTheWorkerIsInsideAChild(file),
            "memory-metrics" => NoMemoryScenarios.SendMetrics(folder),
            "unload-following" => AssemblyScenarios.UnloadFollowing(folder),
            "location-loading" => AssemblyScenarios.LogAsAssembliesAreLoaded(folder),
            "facade" => FacadeScenarios.Run(folder),
            "meter-listener-hangs" => LogWithAListener(file, Thread.CurrentThread.Join, 94),
            "meter-listener-throws" => LogWithAListener(file, () => throw new InvalidOperationException("the listener is broken"), 93),
            "journal-hold" => StorageScenarios.Hold(folder),
            "journal-pass" => StorageScenarios.Pass(folder, left: 0),
            "journal-pass-two" => StorageScenarios.Pass(folder, left: 2),
            "journal-drain" => StorageScenarios.Drain(folder),
            "spill" => StorageScenarios.AppendUntilKilled(folder, removes: false),
            "spill-both" => StorageScenarios.AppendUntilKilled(folder, removes: true),
            "spill-full" => StorageScenarios.AppendToTheLimit(folder),
            "disk-full" => FullDiskScenarios.Compare(folder),
            _ => DestinationScenarios.Run(scenario, folder),
        };
    }

    private static int Lines(string file, Func<int> end)
    {
        Logging.ToFile(file);
        Logging.Write(0, Logging.Lines);
        return end();
    }

    private static int ReturnWithHungChild()
    {
        Logging.ToHungChild(waiting: 10);
        return 48;
    }

    private static int Exit(int code)
    {
        Environment.Exit(code);
        return 0;
    }

    private static int Crash() => throw new InvalidOperationException("the scenario's crash");

    private static int EndWhileProducersLog(string file, bool inBackground, Func<int> end)
    {
        Logging.ToFile(file);
        Producers producers = new(inBackground);
        producers.Await(Logging.Lines);
        Console.WriteLine($"returned: {string.Join(' ', producers.Returned())}");
        return end();
    }

    private static int ReturnWhileAnotherThreadShutsDown(string file)
    {
        Logging.ToSlowFile(file);
        AsyncBufferingForwardingAppender appender = Logging.Appender;
        Logging.Log.Fatal("holds the worker for a second");
        Logging.Write(0, Logging.Lines);
        new Thread(LogManager.Shutdown) { IsBackground = true }.Start();
        SpinWait.SpinUntil(() => appender.Statistics.State != BufferState.Running);
        return 60;
    }

    private static int ReturnDuringReload(string first, string second, string configuration)
    {
        const string unhurried = Logging.Patient + """<closeTimeout value="60000" />"""; // the held file takes events one by one
        File.WriteAllText(configuration, Logging.Document(Logging.File(first, type: Logging.HeldFile), unhurried));
        XmlConfigurator.ConfigureAndWatch(LogManager.GetRepository(), new FileInfo(configuration));
        AsyncBufferingForwardingAppender appender = Logging.Appender;
        Logging.Write(0, Logging.Lines);
        File.WriteAllText(configuration, Logging.Document(Logging.File(second), Logging.Patient));
        SpinWait.SpinUntil(() => appender.Statistics.State == BufferState.Draining);
        HeldFileAppender.Release();
        return 63;
    }

    /// <summary>The program's handler comes after ours, so what it logs is not part of our flush. It may have more to say.</summary>
    private static int CrashWithHandler(Action<string> configure, string file, Action more)
    {
        configure(file);
        AppDomain.CurrentDomain.UnhandledException += (_, args) =>
        {
            LogCrash(args);
            more();
        };
        Logging.Write(0, Logging.Lines);
        return Crash();
    }

    /// <summary>The program's handler comes before ours, and knows nothing of flushing.</summary>
    private static int CrashWithHandlerBeforeOurs(string file)
    {
        AppDomain.CurrentDomain.UnhandledException += (_, args) => LogCrash(args);
        Logging.ToFile(file, """<idleTime value="3600000" /><flushLevel value="OFF" />""");
        Logging.Write(0, Logging.Lines);
        return Crash();
    }

    private static void LogCrash(UnhandledExceptionEventArgs args) =>
        Logging.Log.Fatal($"crashed: {((Exception)args.ExceptionObject).Message}");

    private static int Shutdown(string file)
    {
        LogManager.Shutdown();
        Console.WriteLine($"lines after Shutdown: {File.ReadLines(file).Count()}");
        return 46;
    }

    /// <summary>After Shutdown log4net does not close anything at exit any more.</summary>
    private static int ShutdownAndReconfigure(string second)
    {
        LogManager.Shutdown();
        return Lines(second, () => 47);
    }

    /// <summary>The first appender of the process makes the instruments of the meter, and the listener sees each.</summary>
    private static int LogWithAListener(string file, Action published, int exitCode)
    {
        using MeterListener listener = new();
        listener.InstrumentPublished = (instrument, _) =>
        {
            if (instrument.Meter.Name == "Easy.Logger")
            {
                published();
            }
        };
        listener.Start();
        return Lines(file, () => exitCode);
    }

    /// <summary>One configuration after the other, and what they leave behind.</summary>
    private static int ReloadOften(string file)
    {
        Reload(file, 0);
        int threads = Threads;
        long timers = Timer.ActiveCount;
        for (int i = 1; i <= ReloadCount; i++)
        {
            Reload(file, i);
        }

        Console.WriteLine(
            $"left after {ReloadCount} reloads: {Left("threads", () => Threads - threads - ThreadsOfTheRuntime)}, "
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
