using Easy.Logger;
using Easy.Logger.Diagnostics;
using log4net.Appender;

namespace Benchmarker.Soak.Hostile;

/// <summary>The system refuses new threads, for a while or for good, as at the limit of processes of a user or a container.</summary>
internal static class MissingThreads
{
    private const string Limited = "limited";
    private const string Filled = "filled";
    private const string Free = "free";
    private const int QueueLimit = 100;
    private const int Calls = 120;

    public static IReadOnlyList<HostileScenario> All { get; } =
    [
        Scenario("threads-later", "calls are accepted up to queueLimit, and Flush writes them once there are threads again", Later)
            with { Disturb = StarveForAWhile },
        Scenario("threads-call", "the next log calls write what is queued once there are threads again", Call)
            with { Disturb = StarveForAWhile },
        Scenario("threads-close", "calls are accepted up to queueLimit, and Close writes them on its own thread", Close),
        Scenario("threads-exit", "calls are accepted up to queueLimit, and the exit writes them", Exit) with { Inspect = InspectExit },
        Scenario("threads-service", "Log4NetService.Dispose writes everything and throws nothing", Service),
    ];

    private static HostileScenario Scenario(string name, string promise, Action<ScenarioContext> run) =>
        new(name, promise, run) { Disturb = Starve, IsUnprivileged = true, ChangesLimits = true };

    private static void Starve(ScenarioProcess process)
    {
        process.RefuseThreads(refuse: true);
        process.Allow(Limited);
    }

    private static void StarveForAWhile(ScenarioProcess process)
    {
        Starve(process);
        if (process.AwaitStage(Filled))
        {
            process.RefuseThreads(refuse: false);
            process.Allow(Free);
        }
    }

    private static void Later(ScenarioContext context)
    {
        ScenarioLog log = Fill(context);
        context.Stage(Filled);
        context.Await(Free);
        bool flushed = log.Appender.Flush(5_000);
        context.Seen($"Flush returned {flushed}");
        context.Check(flushed, "Flush returned false although there were threads again");
        int lines = ScenarioLog.Lines(PathIn(context));
        context.Check(lines == QueueLimit, $"{lines} of {QueueLimit} lines after Flush");
        log.Write(10);
        log.Close();
        CheckWritten(context, log, QueueLimit + 10);
    }

    private static void Call(ScenarioContext context)
    {
        ScenarioLog log = Fill(context);
        context.Stage(Filled);
        context.Await(Free);
        bool IsWritten()
        {
            log.Write(1);
            return log.Counters.Forwarded >= QueueLimit;
        }

        context.Eventually(IsWritten, 10_000, "no log call has started the worker");
        log.Close();
        CheckWritten(context, log, (int)log.Counters.Forwarded);
    }

    private static void Close(ScenarioContext context)
    {
        ScenarioLog log = Fill(context);
        log.Close();
        CheckWritten(context, log, QueueLimit);
    }

    private static void Exit(ScenarioContext context) => Fill(context).CheckCalls();

    private static void InspectExit(ScenarioProcess process)
    {
        int lines = ScenarioLog.Lines(process.PathOf("log.txt"));
        process.Seen.Add($"{lines} lines");
        process.Check(lines == QueueLimit, $"{lines} of {QueueLimit} lines after the exit");
    }

    private static void Service(ScenarioContext context)
    {
        string path = PathIn(context);
        using Log4NetService service = Log4NetService.Instance;
        ServiceSetup.Configure(service, context, ServiceSetup.File(path), closeTimeout: 2_000);
        service.GetLogger("hostile").Info("while there are threads");
        context.Ready();
        context.Await(Limited);
        CheckNoThread(context);
        for (int i = 1; i < QueueLimit; i++)
        {
            service.GetLogger("hostile").Info("without threads");
        }

        context.Guard("Dispose", service.Dispose);
        int lines = ScenarioLog.Lines(path);
        context.Seen($"{lines} lines");
        context.Check(lines == QueueLimit, $"{lines} of {QueueLimit} lines after Dispose");
    }

    /// <summary>An appender that got no thread, with a queue that is full.</summary>
    private static ScenarioLog Fill(ScenarioContext context)
    {
        // What the runtime and log4net start once is started.
        ScenarioLog first = new(context, _ => { }, ScenarioLog.File(context.PathOf("first.txt")));
        first.Write(1);
        first.Close();
        context.Check(ScenarioLog.Lines(context.PathOf("first.txt")) == 1, "nothing was written while there were threads");
        FileAppender file = ScenarioLog.File(PathIn(context));
        context.Ready();
        context.Await(Limited);
        CheckNoThread(context);
        ScenarioLog log = new(context, appender => appender.QueueLimit = QueueLimit, file);
        log.Write(Calls);
        BufferStatistics counters = log.Counters;
        context.Check(
            (counters.Accepted, counters.Pending, counters.Dropped) == (Calls, QueueLimit, Calls - QueueLimit),
            $"of {Calls} calls with a queueLimit of {QueueLimit}: {CounterText.From(counters)}");
        return log;
    }

    /// <summary>Without it the scenario would show nothing.</summary>
    private static void CheckNoThread(ScenarioContext context)
    {
        try
        {
            new Thread(() => { }).Start();
            context.Check(holds: false, "a thread could be started in spite of the limit");
        }
        catch (Exception e) when (e is OutOfMemoryException or ThreadStartException)
        {
            // As it should be.
        }
    }

    private static void CheckWritten(ScenarioContext context, ScenarioLog log, int expected)
    {
        BufferStatistics counters = log.CheckCalls();
        int lines = ScenarioLog.Lines(PathIn(context));
        context.Check(lines == expected, $"{lines} of {expected} lines after Close");
        context.Check(counters.Forwarded == lines, $"{counters.Forwarded} forwarded, but {lines} lines");
    }

    private static string PathIn(ScenarioContext context) => context.PathOf("log.txt");
}
