using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Easy.Logger;
using Easy.Logger.Loki;
using log4net.Appender;
using log4net.Core;

namespace ExitProbe;

/// <summary>Ends of a program while several appenders are stuck, or while somebody else has begun to close one.</summary>
internal static class EndScenarios
{
    private const int Events = 2_000;
    private const int ManyAppenders = 10;

    private static readonly List<AsyncBufferingForwardingAppender> _appenders = [];

    /// <summary>Of a configuration, with an appender of which nobody else knows.</summary>
    public static int ReturnAfterAMistake()
    {
        new LokiAppender { Name = "loki", Url = "nowhere" }.ActivateOptions();
        return 161;
    }

    /// <summary>log4net knows none of them, so none is closed before the end of the process.</summary>
    public static int ReturnWithManyHungAppenders()
    {
        MakeHungAppenders(ManyAppenders, closeTimeout: 2_000);
        Console.WriteLine("returning");
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
        AppenderThatCloses child = new();
        AsyncBufferingForwardingAppender appender = SurvivalScenarios.Alone(child, "abandoned", closeTimeout: 500);
        child.Parent = appender;
        SurvivalScenarios.Hold(appender);
        SurvivalScenarios.Log(appender, Events - 1);
        child.Go.Set();
        child.HasClosed.Wait();
        return 152;
    }

    /// <summary>
    /// Each child logs a severe event to the other appender when the process is already ending by an exception; by then its thread is
    /// inside a batch that the other one would have to wait for.
    /// </summary>
    public static int CrashWhileTwoAppendersLogIntoEachOther()
    {
        AppDomain.CurrentDomain.UnhandledException += (_, _) => CrossLoggingAppender.IsCrashing = true; // before the appenders' own
        using Barrier bothInside = new(2);
        CrossLoggingAppender first = new(bothInside, Thread.CurrentThread);
        CrossLoggingAppender second = new(bothInside, Thread.CurrentThread);
        first.Other = SurvivalScenarios.Alone(second, "second", Timeout.Infinite);
        second.Other = SurvivalScenarios.Alone(first, "first", Timeout.Infinite);
        first.Other.DoAppend(SurvivalScenarios.Event("crosses", Level.Error));
        second.Other.DoAppend(SurvivalScenarios.Event("crosses", Level.Error));
        throw new InvalidOperationException("the scenario's crash");
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

    /// <summary>Closes the appender it is attached to, and does not return.</summary>
    private sealed class AppenderThatCloses : IAppender
    {
        public ManualResetEventSlim Go { get; } = new();

        public ManualResetEventSlim HasClosed { get; } = new();

        public AsyncBufferingForwardingAppender? Parent { get; set; }

        public string Name { get; set; } = "closes";

        public void DoAppend(LoggingEvent loggingEvent)
        {
            Go.Wait();
            Parent!.Close();
            HasClosed.Set();
            Thread.CurrentThread.Join();
        }

        public void Close()
        {
        }
    }

    /// <summary>Logs to another appender when both are inside a batch and the crashing thread waits for one of them.</summary>
    private sealed class CrossLoggingAppender(Barrier bothInside, Thread crashing) : IAppender
    {
        private static volatile bool _isCrashing;

        public static bool IsCrashing
        {
            get => _isCrashing;
            set => _isCrashing = value;
        }

        public AsyncBufferingForwardingAppender? Other { get; set; }

        public string Name { get; set; } = "crosses";

        public void DoAppend(LoggingEvent loggingEvent)
        {
            if (loggingEvent.RenderedMessage == "crosses")
            {
                SpinWait.SpinUntil(() => _isCrashing && (crashing.ThreadState & ThreadState.WaitSleepJoin) != 0);
                bothInside.SignalAndWait();
                Other!.DoAppend(SurvivalScenarios.Event("crossed", Level.Fatal));
            }
        }

        public void Close()
        {
        }
    }
}
