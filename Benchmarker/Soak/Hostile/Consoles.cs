using Easy.Logger;
using Easy.Logger.Diagnostics;
using log4net;
using log4net.Appender;
using log4net.Layout;
using log4net.Util;

namespace Benchmarker.Soak.Hostile;

/// <summary>Nobody reads the console of the process, as when a container's log driver stands still.</summary>
internal static class StuckConsole
{
    private const int CloseTimeout = 1_500;
    private const int Calls = 2_000;

    // The blockTimeout of 200 ms, and what a busy machine adds.
    private const int LongestCall = 500;

    // A pipe holds 64 KiB.
    private const int MoreThanAPipe = 200_000;

    public static IReadOnlyList<HostileScenario> All { get; } =
    [
        Scenario("stuck-stdout", "without a reader of standard output a log call takes blockTimeout at most, Dispose closeTimeout", Output)
            with { ReadsOutput = false },
        Scenario("stuck-stderr", "without a reader of standard error no log call waits for a notice, and all is written", Errors)
            with { ReadsErrors = false },
        Scenario("stuck-both", "without a reader of the console a log call takes blockTimeout at most, Dispose closeTimeout", Both)
            with { ReadsOutput = false, ReadsErrors = false },
    ];

    private static HostileScenario Scenario(string name, string promise, Action<ScenarioContext> run) =>
        new(name, promise, run) { CloseTimeout = CloseTimeout };

    private static void Output(ScenarioContext context) => LogAndDispose(context, ServiceSetup.Console());

    private static void Both(ScenarioContext context)
    {
        FillErrors(context);
        LogAndDispose(context, ServiceSetup.Console());
    }

    private static void Errors(ScenarioContext context)
    {
        string path = context.PathOf("log.txt");
        FillErrors(context);
        LogAndDispose(context, ServiceSetup.File(path), blockTimeout: 5_000); // a busy machine is no reason to drop
        ScenarioLog failing = new(
            context,
            appender => appender.CloseTimeout = CloseTimeout,
            ScenarioLog.File("/dev/full"),
            ScenarioLog.File(context.PathOf("beside.txt")));
        if (context.Within(5_000, "the log calls before a failing appender", () => failing.Write(100))
            && context.Within(CloseTimeout + PromisedTimes.AfterCloseTimeout, "Close before a failing appender", failing.Close))
        {
            BufferStatistics counters = failing.CheckCalls();
            context.Check(counters.Failed > 0, "nothing failed, so there was no notice");
            int lines = ScenarioLog.Lines(context.PathOf("beside.txt"));
            context.Check(lines == 100, $"{lines} of 100 lines in the file beside");
        }

        context.Check(ScenarioLog.Lines(path) == Calls, $"{ScenarioLog.Lines(path)} of {Calls} lines in the file");
    }

    private static void LogAndDispose(ScenarioContext context, string attached, int blockTimeout = ServiceSetup.BlockTimeout)
    {
        Log4NetService service = Log4NetService.Instance;
        AsyncBufferingForwardingAppender appender = ServiceSetup.Configure(service, context, attached, CloseTimeout, blockTimeout);
        string text = new('x', 500);
        context.Ready();
        TimeSpan longest = TimeSpan.Zero;
        bool areBack = context.Within(5_000, "the log calls", () =>
        {
            for (int i = 0; i < Calls; i++)
            {
                long start = TimeProvider.System.GetTimestamp();
                service.GetLogger("hostile").Info(text);
                TimeSpan elapsed = TimeProvider.System.GetElapsedTime(start);
                longest = elapsed > longest ? elapsed : longest;
            }
        });
        if (areBack)
        {
            context.Seen($"longest call {longest.TotalMilliseconds:N0} ms");
            context.Check(
                longest <= TimeSpan.FromMilliseconds(LongestCall) + PromisedTimes.Tolerance,
                $"a log call took {longest.TotalMilliseconds:N0} ms");
        }

        context.Within(CloseTimeout + PromisedTimes.AfterCloseTimeout, "Dispose", service.Dispose);
        BufferStatistics counters = appender.Statistics;
        context.Seen(CounterText.From(counters));
        context.Check(!areBack || counters.Accepted == Calls, $"{counters.Accepted} of {Calls} calls were accepted");
    }

    /// <summary>The application itself is stuck in a write to its standard error, and log4net's internal log is on.</summary>
    private static void FillErrors(ScenarioContext context)
    {
        LogLog.EmitInternalMessages = true;
        bool isBack = false;
        Thread thread = new(() =>
        {
            Console.Error.Write(new string('.', MoreThanAPipe));
            isBack = true;
        })
        {
            IsBackground = true,
        };
        thread.Start();
        context.Check(!thread.Join(200) && !isBack, "the standard error is not stuck");
    }
}

/// <summary>Whoever read the console of the process has gone.</summary>
internal static class ClosedPipe
{
    private const string Closed = "closed";
    private const int Calls = 2_000;

    public static IReadOnlyList<HostileScenario> All { get; } =
    [
        new("closed-stdout", "a closed standard output keeps nothing from the file beside it, and every call is counted", Output)
        {
            ReadsOutput = false,
            Disturb = process =>
            {
                process.CloseOutput();
                process.Allow(Closed);
            },
        },
        new("closed-stderr", "a closed standard error, with notices to write, keeps nothing from the file", Errors)
        {
            ReadsErrors = false,
            Disturb = process =>
            {
                process.CloseErrors();
                process.Allow(Closed);
            },
        },
    ];

    private static void Output(ScenarioContext context) =>
        Log(context, new ConsoleAppender { Name = "console", Layout = new PatternLayout("%message%newline") }.Activated());

    private static void Errors(ScenarioContext context)
    {
        LogLog.EmitInternalMessages = true;
        Log(context, ScenarioLog.File("/dev/full"));
    }

    private static void Log(ScenarioContext context, IAppender attached)
    {
        string path = context.PathOf("log.txt");
        ScenarioLog log = new(context, _ => { }, attached, ScenarioLog.File(path));
        context.Ready();
        context.Await(Closed);
        if (context.Within(10_000, "the log calls", () => log.Write(Calls)) && context.Within(3_000, "Close", log.Close))
        {
            log.CheckCalls();
            context.Check(log.Counters.Dropped == 0, $"{log.Counters.Dropped} events were dropped");
            context.Check(ScenarioLog.Lines(path) == Calls, $"{ScenarioLog.Lines(path)} of {Calls} lines in the file");
        }
    }
}

/// <summary>The facade with a configuration file of its own: an async appender over whatever the scenario wants.</summary>
internal static class ServiceSetup
{
    /// <summary>In milliseconds.</summary>
    public const int BlockTimeout = 200;

    public static string File(string path) => $"""
        <appender name="attached" type="log4net.Appender.FileAppender"><file value="{path}" />{Layout}</appender>
        """;

    public static string Console(bool errors = false) => $"""
        <appender name="attached" type="log4net.Appender.ConsoleAppender">
            <target value="Console.{(errors ? "Error" : "Out")}" />
            {Layout}</appender>
        """;

    private static string Layout =>
        """<layout type="log4net.Layout.PatternLayout"><conversionPattern value="%message%newline" /></layout>""";

    /// <returns>The async appender.</returns>
    public static AsyncBufferingForwardingAppender Configure(
        Log4NetService service, ScenarioContext context, string attached, int closeTimeout, int blockTimeout = BlockTimeout)
    {
        string path = context.PathOf("service.config");
        System.IO.File.WriteAllText(path, $"""
            <log4net>
              {attached}
              <appender name="async" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">
                <bufferSize value="100" /><queueLimit value="200" />
                <blockTimeout value="{blockTimeout}" /><closeTimeout value="{closeTimeout}" />
                <reportLoss value="false" /><appender-ref ref="attached" />
              </appender>
              <root><level value="ALL" /><appender-ref ref="async" /></root>
            </log4net>
            """);
        service.Configure(new FileInfo(path));
        AsyncBufferingForwardingAppender appender =
            LogManager.GetRepository(typeof(Log4NetService).Assembly).GetAppenders().OfType<AsyncBufferingForwardingAppender>().Single();
        context.Watch(appender);
        return appender;
    }
}
