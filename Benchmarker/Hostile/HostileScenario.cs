namespace Benchmarker.Hostile;

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
