using System.IO.MemoryMappedFiles;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Easy.Logger;
using Easy.Logger.Loki;
using log4net;
using log4net.Appender;
using log4net.Core;
using log4net.Repository.Hierarchy;

namespace ExitProbe;

/// <summary>Ends of a program while several appenders are stuck, or while somebody else has begun to close one.</summary>
internal static class EndScenarios
{
    private const int Events = 2_000;
    private const int ManyAppenders = 100;
    private const int Calls = 20_000;

    private static readonly List<AsyncBufferingForwardingAppender> _appenders = [];
    private static readonly ManualResetEventSlim _go = new();
    private static readonly ManualResetEventSlim _hasClosed = new();
    private static volatile bool _isCrashing;

    /// <summary>Of a configuration, with an appender of which nobody else knows.</summary>
    public static int ReturnAfterAMistake()
    {
        new LokiAppender { Name = "loki", Url = "nowhere" }.ActivateOptions();
        return 161;
    }

    /// <summary>At the end of the process log4net closes one after the other: it is there first.</summary>
    public static int ReturnWithManyHungAppenders()
    {
        Hierarchy repository = (Hierarchy)LogManager.GetRepository();
        MakeHungAppenders(ManyAppenders, closeTimeout: 2_000);
        _appenders.ForEach(repository.Root.AddAppender);
        return 150;
    }

    public static int AwaitSignal(int appenders, int closeTimeout)
    {
        using PosixSignalRegistration registration = PosixSignalRegistration.Create(
            PosixSignal.SIGTERM,
            _ =>
            {
                Console.WriteLine("the handler of the application ran");
                Console.Out.Flush();
            });
        MakeHungAppenders(appenders, closeTimeout);
        Console.WriteLine("ready");
        Thread.CurrentThread.Join();
        return 0;
    }

    /// <param name="file">Where the child writes, slowly; without a file it never returns.</param>
    public static int ReturnAfterTheFinalizerBeganToClose(string? file)
    {
        WeakReference appender =
            file is null ? Abandon(new HungAppender(), 500) : Abandon(SurvivalScenarios.ToFile<HeldFileAppender>(file), 60_000);
        while (appender.IsAlive)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        GC.WaitForPendingFinalizers();
        HeldFileAppender.Release();
        return 151;
    }

    public static int ReturnAfterAChildBeganToClose()
    {
        AsyncBufferingForwardingAppender? appender = null;
        CodeAppender child = new(_ =>
        {
            _go.Wait();
            appender!.Close();
            _hasClosed.Set();
            Thread.CurrentThread.Join();
        });
        appender = SurvivalScenarios.Alone(child, "abandoned", closeTimeout: 500);
        SurvivalScenarios.Hold(appender);
        SurvivalScenarios.Log(appender, Events - 1);
        _go.Set();
        _hasClosed.Wait();
        return 152;
    }

    /// <summary>
    /// Each child logs a severe event to the other appender when the process is already ending by an exception; by then its thread is
    /// inside a batch that the other one would have to wait for.
    /// </summary>
    public static int CrashWhileTwoAppendersLogIntoEachOther()
    {
        AppDomain.CurrentDomain.UnhandledException += (_, _) => _isCrashing = true; // before the appenders' own
        Thread crashing = Thread.CurrentThread;
        using Barrier bothInside = new(2);
        AsyncBufferingForwardingAppender? second = null;
        AsyncBufferingForwardingAppender first = Crossing("first", () => second!);
        second = Crossing("second", () => first);
        first.DoAppend(SurvivalScenarios.Event("crosses", Level.Error));
        second.DoAppend(SurvivalScenarios.Event("crosses", Level.Error));
        throw new InvalidOperationException("the scenario's crash");

        // Logs to the other appender when both are inside a batch and the crashing thread waits for one of them.
        AsyncBufferingForwardingAppender Crossing(string name, Func<AsyncBufferingForwardingAppender> other) => SurvivalScenarios.Alone(
            new CodeAppender(loggingEvent =>
            {
                if (loggingEvent.RenderedMessage == "crosses")
                {
                    SpinWait.SpinUntil(() => _isCrashing && (crashing.ThreadState & ThreadState.WaitSleepJoin) != 0);
                    bothInside.SignalAndWait();
                    other().DoAppend(SurvivalScenarios.Event("crossed", Level.Fatal));
                }
            }),
            name,
            Timeout.Infinite);
    }

    /// <summary>log4net knows neither of them.</summary>
    public static int ReturnWhileTheOuterOneOfTwoHasEvents(string file)
    {
        FileAppender child = SurvivalScenarios.ToFile<FileAppender>(file);
        AsyncBufferingForwardingAppender inner = SurvivalScenarios.Alone(child, "inner", closeTimeout: 30_000);
        AsyncBufferingForwardingAppender outer = SurvivalScenarios.Alone(inner, "outer", closeTimeout: 30_000);
        SurvivalScenarios.Log(outer, Logging.Lines);
        return 153;
    }

    private static void MakeHungAppenders(int count, int closeTimeout)
    {
        for (int i = 0; i < count; i++)
        {
            AsyncBufferingForwardingAppender appender = SurvivalScenarios.Alone(new HungAppender(), $"hung {i}", closeTimeout);
            SurvivalScenarios.Hold(appender);
            _appenders.Add(appender);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Abandon(IAppender child, int closeTimeout)
    {
        AsyncBufferingForwardingAppender appender = SurvivalScenarios.Alone(child, "abandoned", closeTimeout);
        SurvivalScenarios.Hold(appender);
        SurvivalScenarios.Log(appender, Events - 1);
        return new WeakReference(appender);
    }

    /// <summary>
    /// Threads log numbered lines until the process ends from outside, or by another thread. How many of their calls have returned is in a
    /// file that is mapped into memory, and so outlives the end.
    /// </summary>
    public static int LogUntilTheEnd(string folder, bool crashes)
    {
        Logging.ToFile(Path.Combine(folder, "exit.log"), options: string.Empty);
        using MemoryMappedFile file = MemoryMappedFile.CreateFromFile(
            Path.Combine(folder, "returned"), FileMode.CreateNew, mapName: null, Producers.Count * sizeof(long));
        using MemoryMappedViewAccessor returned = file.CreateViewAccessor();
        Producers producers = Producers.InForeground(report: (id, count) => returned.Write(id * sizeof(long), count));
        if (crashes)
        {
            producers.Await(Calls / Producers.Count);
            new Thread(() => throw new InvalidOperationException("the scenario's crash")).Start();
        }

        Thread.CurrentThread.Join();
        return 0;
    }
}
