using log4net.Appender;
using log4net.Layout;
using log4net.Util;

namespace Benchmarker.Hostile;

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

    private static void Output(ScenarioContext context)
    {
        ConsoleAppender console = new() { Name = "console", Layout = new PatternLayout("%message%newline") };
        console.ActivateOptions();
        Log(context, console);
    }

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
