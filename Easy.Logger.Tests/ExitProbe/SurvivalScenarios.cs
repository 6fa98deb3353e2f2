using Easy.Logger;
using log4net.Appender;
using log4net.Core;
using log4net.Layout;

namespace ExitProbe;

/// <summary>
/// What the surroundings of a process may do to it: stop it, keep threads and memory from it, leave its output unread, end it.
/// </summary>
internal static class SurvivalScenarios
{
    private const int UnknownScenario = 3;

    public static int Run(string scenario, string folder)
    {
        string file = Path.Combine(folder, "exit.log");
        return scenario switch
        {
            "pause-close" => SurroundingsScenarios.PauseDuringClose(file),
            "pause-flush" => SurroundingsScenarios.PauseDuringFlush(file),
            "pause-full" => SurroundingsScenarios.PauseWhileACallWaits(file),
            "pause-busy" => SurroundingsScenarios.PauseWhileTheWorkerIsInsideAChild(file),
            "threads-none-flush" => SurroundingsScenarios.Flush(file, areThreadsBack: false),
            "threads-back-flush" => SurroundingsScenarios.Flush(file, areThreadsBack: true),
            "threads-none-end-alone" => SurroundingsScenarios.ReturnWithAnAppenderOfItsOwn(file),
            "threads-none-full" => SurroundingsScenarios.LogBeyondTheLimit(file),
            "threads-none-dispose" => SurroundingsScenarios.Dispose(folder, file),
            "memory-worker" => NoMemoryScenarios.TakeABatch(file),
            "memory-activate" => NoMemoryScenarios.Activate(file),
            "memory-burst" => NoMemoryScenarios.LogLargeTexts(file),
            "memory-names" => NoMemoryScenarios.FailUnderManyNames(),
            "memory-metrics" => NoMemoryScenarios.SendMetrics(folder),
            "end-hung-many" => EndScenarios.ReturnWithManyHungAppenders(),
            "end-signal-many" => EndScenarios.AwaitSignal(appenders: 20, closeTimeout: 2_000),
            "end-signal" => EndScenarios.AwaitSignal(appenders: 1, closeTimeout: Timeout.Infinite),
            "end-finalized" => EndScenarios.ReturnAfterTheFinalizerBeganToClose(file: null),
            "end-finalized-slow" => EndScenarios.ReturnAfterTheFinalizerBeganToClose(file),
            "end-closed-by-child" => EndScenarios.ReturnAfterAChildBeganToClose(),
            "end-chain" => EndScenarios.ReturnWhileTheOuterOneOfTwoHasEvents(file),
            "end-crossed" => EndScenarios.CrashWhileTwoAppendersLogIntoEachOther(),
            "unload-closed" => AssemblyScenarios.Unload(closes: true),
            "unload-abandoned" => AssemblyScenarios.Unload(closes: false),
            "unload-configured" => AssemblyScenarios.UnloadTheFacade(folder, ends: true),
            "notice-at-exit" => EndScenarios.ReturnAfterAMistake(),
            "unload-provider" => AssemblyScenarios.UnloadTheProvider(),
            "unload-following" => AssemblyScenarios.UnloadTheFacade(folder, ends: false),
            "location-loading" => AssemblyScenarios.LogAsAssembliesAreLoaded(folder),
            _ => UnknownScenario,
        };
    }

    /// <summary>An appender that belongs to no repository, before one child.</summary>
    public static AsyncBufferingForwardingAppender Alone(IAppender child, string name, int closeTimeout)
    {
        AsyncBufferingForwardingAppender appender = new() { Name = name, CloseTimeout = closeTimeout, IdleTime = 3_600_000 };
        appender.AddAppender(child);
        appender.ActivateOptions();
        return appender;
    }

    /// <summary>Puts the worker into the child, with one event.</summary>
    public static void Hold(AsyncBufferingForwardingAppender appender)
    {
        appender.DoAppend(Event("held", Level.Error));
        SpinWait.SpinUntil(() => appender.Statistics.InFlight == 1);
    }

    /// <summary>Gives the appender numbered lines.</summary>
    public static void Log(AsyncBufferingForwardingAppender appender, int count)
    {
        for (int i = 0; i < count; i++)
        {
            appender.DoAppend(Event($"line {i}"));
        }
    }

    /// <summary>A child that writes messages into a file.</summary>
    public static T ToFile<T>(string file, string pattern = "%message%newline")
        where T : FileAppender, new()
    {
        T child = new() { Name = "child", File = file, Layout = new PatternLayout(pattern) };
        child.ActivateOptions();
        return child;
    }

    public static LoggingEvent Event(string message, Level? level = null) =>
        new(typeof(SurvivalScenarios), repository: null, "test", level ?? Level.Info, message, exception: null);
}
