using Easy.Logger.Diagnostics;

namespace Benchmarker.Soak.Hostile;

/// <summary>The process is stopped for a while, as a container's pause, a snapshot or a debugger does, and goes on.</summary>
internal static class Pauses
{
    private const string Busy = "busy";
    private const string Continued = "continued";
    private const int Limit = 2_500;
    private const int Producers = 4;

    // About a second of work for the paced file.
    private const int Events = 1_000;

    public static IReadOnlyList<HostileScenario> All { get; } =
    [
        Scenario("pause-load", "a stop under load drops nothing, and no healthy appender is taken for stuck", Load),
        Scenario("pause-flush", "Flush returns true although the process is stopped in it", Flush),
        Scenario("pause-close", "Close writes everything although the process is stopped in it", Close),
    ];

    private static HostileScenario Scenario(string name, string promise, Action<ScenarioContext> run) =>
        new(name, promise, run) { Disturb = Pause, CloseTimeout = Limit };

    private static void Pause(ScenarioProcess process) => process.PauseAt(Busy);

    private static void Load(ScenarioContext context)
    {
        string path = context.PathOf("log.txt");
        ScenarioLog log = new(
            context,
            appender => (appender.QueueLimit, appender.BufferSize, appender.BlockTimeout, appender.CloseTimeout) = (200, 50, 1_000, Limit),
            ScenarioLog.File(new PacedFileAppender(), path));
        using CancellationTokenSource stop = new();
        context.Ready();
        IReadOnlyList<Thread> producers = log.Produce(Producers, stop.Token);
        context.Eventually(() => log.Counters.BlockedCalls > 100, 10_000, "the queue never was full");
        context.Check(log.Counters.Dropped == 0, "events were dropped before the process was stopped");
        context.Stage(Busy);
        context.Await(Continued);
        long before = log.Counters.Forwarded;
        context.Eventually(() => log.Counters.Forwarded > before + 100, 5_000, "nothing was forwarded after the stop");
        context.Check(!context.HasSeenStalled, "the state was Stalled");
        stop.Cancel();
        context.AwaitCallers(producers);
        log.Close();
        context.Check(log.Counters.State == BufferState.Closed, "Close was not complete");
        log.CheckAllWritten(path);
    }

    private static void Flush(ScenarioContext context)
    {
        string path = context.PathOf("log.txt");
        ScenarioLog log = Open(context, path);
        context.Stage(Busy);
        bool flushed = log.Appender.Flush(Limit);
        context.Await(Continued);
        context.Seen($"Flush returned {flushed}");
        context.Check(flushed, "Flush returned false");
        context.Check(!context.HasSeenStalled, "the state was Stalled");
        log.Close();
        log.CheckAllWritten(path);
    }

    private static void Close(ScenarioContext context)
    {
        string path = context.PathOf("log.txt");
        ScenarioLog log = Open(context, path);
        context.Stage(Busy);
        log.Close();
        context.Await(Continued);
        context.Check(log.Counters.State == BufferState.Closed, "Close was not complete");
        log.CheckAllWritten(path);
    }

    private static ScenarioLog Open(ScenarioContext context, string path)
    {
        ScenarioLog log = new(
            context,
            appender => (appender.QueueLimit, appender.CloseTimeout, appender.IdleTime) = (2 * Events, Limit, 3_600_000),
            ScenarioLog.File(new PacedFileAppender(), path));
        context.Ready();
        log.Write(Events);
        return log;
    }
}
