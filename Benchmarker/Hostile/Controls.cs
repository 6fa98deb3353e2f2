namespace Benchmarker.Hostile;

/// <summary>Scenarios that break their promise, each in a way the parent has to notice. Only tests run them.</summary>
internal static class Controls
{
    private const int CloseTimeout = 500;
    private const int Limit = 3;

    public static IReadOnlyList<HostileScenario> All { get; } =
    [
        Scenario("control-fault", context => Log(context).Appender.Flush(1_000)),
        Scenario("control-hang", context =>
        {
            Log(context);
            Thread.Sleep(Timeout.Infinite);
        }),
        Scenario("control-throw", context => throw new InvalidOperationException($"{Log(context).Calls} call")),
        Scenario("control-early-end", context =>
        {
            Log(context);
            Environment.Exit(0);
        }),
        Scenario("control-late-end", context =>
        {
            Log(context).Close();
            new Thread(() => Thread.Sleep(CloseTimeout + 1_500)).Start(); // in the foreground, so that the process waits for it
        }),
        Scenario("control-endless-end", context =>
        {
            Log(context).Close();
            new Thread(() => Thread.Sleep(Timeout.Infinite)).Start();
        }),
    ];

    private static HostileScenario Scenario(string name, Action<ScenarioContext> run) => new(name, "nothing is wrong, though it is", run)
    {
        CloseTimeout = CloseTimeout,
        Limit = TimeSpan.FromSeconds(Limit),
        Inspect = process =>
            process.Check(name != "control-fault" || ScenarioLog.Lines(process.PathOf("log.txt")) == 2, "one line, not two"),
    };

    private static ScenarioLog Log(ScenarioContext context)
    {
        ScenarioLog log = new(context, _ => { }, ScenarioLog.File(context.PathOf("log.txt")));
        context.Ready();
        log.Write(1);
        return log;
    }
}
