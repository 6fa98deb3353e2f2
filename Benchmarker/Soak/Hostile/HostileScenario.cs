namespace Benchmarker.Soak.Hostile;

/// <summary>One thing that a machine or an application does to a process that logs, and what is promised for it.</summary>
/// <param name="Name">What a user types.</param>
/// <param name="Promise">What holds whatever happens, without a full stop.</param>
/// <param name="Run">What the process under test does. It returns to end the process; whatever it throws is a fault.</param>
internal sealed record HostileScenario(string Name, string Promise, Action<ScenarioContext> Run)
{
    /// <summary>What the parent does to each process once it is ready.</summary>
    public Action<ScenarioProcess> Disturb { get; init; } = static _ => { };

    /// <summary>What the parent looks at when a process has ended.</summary>
    public Action<ScenarioProcess> Inspect { get; init; } = static _ => { };

    /// <summary>One process for each of them, all at the same time.</summary>
    public IReadOnlyList<string> Variants { get; init; } = [string.Empty];

    /// <summary>The longest closeTimeout in the process, in milliseconds: its end may take that and a second.</summary>
    public int CloseTimeout { get; init; } = 2_000;

    /// <summary>How long a process may live, the time in which it is stopped left out; then it is killed.</summary>
    public TimeSpan Limit { get; init; } = TimeSpan.FromSeconds(25);

    /// <summary>How the process of a variant ends when all is well.</summary>
    public Func<string, int> ExitCode { get; init; } = static _ => ScenarioProcess.Success;

    /// <summary>Runs as a user without privileges, also when the parent has them.</summary>
    public bool IsUnprivileged { get; init; }

    /// <summary>Has its limits changed while it runs, which takes a parent with privileges.</summary>
    public bool ChangesLimits { get; init; }

    /// <summary>Needs a file system of its own, which takes a parent that may mount one.</summary>
    public bool NeedsMount { get; init; }

    /// <summary>The heap that the process may use, in MiB; 0 without limit.</summary>
    public int HeapLimit { get; init; }
    public bool ReadsOutput { get; init; } = true;
    public bool ReadsErrors { get; init; } = true;
}

/// <summary>The times that are promised, for this process.</summary>
internal static class PromisedTimes
{
    /// <summary>How much longer than its closeTimeout a Close or the end of a process may take, in milliseconds.</summary>
    public const int AfterCloseTimeout = 1_000;

    /// <summary>What everything may take on top, because others use the machine.</summary>
    public static TimeSpan Tolerance { get; set; }
}

/// <summary>All scenarios, in the order in which they run.</summary>
internal static class HostileCatalog
{
    public static IReadOnlyList<HostileScenario> All { get; } =
    [
        .. Pauses.All,
        .. MissingThreads.All,
        .. SmallHeap.All,
        .. StuckConsole.All,
        .. ClosedPipe.All,
        .. Disks.All,
        .. Hangs.All,
        .. StuckAppenders.All,
        .. ThrowingParts.All,
        .. ManyAppenders.All,
        .. Interrupts.All,
        .. Finalizers.All,
        .. Unloading.All,
        .. Changes.All,
    ];

    /// <summary>Finds one by its name, those included that only tests run.</summary>
    public static HostileScenario? Find(string name) => All.Concat(Controls.All).FirstOrDefault(scenario => scenario.Name == name);

    public static string Names => string.Join(", ", All.Select(scenario => scenario.Name));
}

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
