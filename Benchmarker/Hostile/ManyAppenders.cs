namespace Benchmarker.Hostile;

/// <summary>Fifty healthy async appenders have events waiting when the process ends.</summary>
internal static class ManyAppenders
{
    private const string Logged = "logged";
    private const int Appenders = 50;
    private const int Calls = 250; // two batches and a half

    public static IReadOnlyList<HostileScenario> All { get; } =
    [
        new("many-exit", "fifty async appenders write everything at the exit", Log) { Inspect = Compare },
        new("many-sigterm", "fifty async appenders write everything at SIGTERM", LogAndWait)
        {
            Inspect = Compare,
            ExitCode = _ => 128 + 15,
            Disturb = process =>
            {
                if (process.AwaitStage(Logged))
                {
                    process.Terminate();
                }
            },
        },
    ];

    private static void LogAndWait(ScenarioContext context)
    {
        Log(context);
        context.Stage(Logged);
        Thread.Sleep(Timeout.Infinite);
    }

    private static void Log(ScenarioContext context)
    {
        ScenarioLog[] logs =
        [
            .. Enumerable.Range(0, Appenders).Select(index =>
                new ScenarioLog(context, appender => appender.IdleTime = 3_600_000, ScenarioLog.File(context.PathOf($"{index}.txt")))),
        ];
        context.Ready();
        Array.ForEach(logs, log => log.Write(Calls));
        long pending = logs.Sum(log => log.Counters.Pending);
        context.Seen($"{pending:N0} events waited at the end");
        Array.ForEach(logs, log => log.CheckThrown());
        context.Check(pending > 0, "no event waited at the end");
    }

    private static void Compare(ScenarioProcess process)
    {
        int[] lines = [.. Enumerable.Range(0, Appenders).Select(index => ScenarioLog.Lines(process.PathOf($"{index}.txt")))];
        process.Seen.Add($"{lines.Sum():N0} lines");
        process.Check(lines.All(count => count == Calls), $"{lines.Sum():N0} of {Appenders * Calls:N0} lines are in the files");
    }
}
