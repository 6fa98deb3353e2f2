using System.CommandLine;
using Easy.Logger;
using Easy.Logger.Diagnostics;

namespace Benchmarker.Soak.Hostile;

/// <summary>The hidden command with which the program starts itself as the process under test.</summary>
internal static class HostileChildCommand
{
    private const string Name = "hostile-child";
    private const string Folder = "--folder";
    private const string Variant = "--variant";
    private const string Tolerance = "--tolerance";

    public static Command Create()
    {
        Option<string> scenario = new("--scenario") { Required = true };
        Option<string> folder = new(Folder) { Required = true };
        Option<string> variant = new(Variant) { DefaultValueFactory = _ => string.Empty };
        Option<int> tolerance = new(Tolerance) { Required = true };
        Command command = new(Name, "Is the process that a hostile machine plays with.") { scenario, folder, variant, tolerance };
        command.Hidden = true;
        command.SetAction(parsed =>
        {
            PromisedTimes.Tolerance = TimeSpan.FromMilliseconds(parsed.GetRequiredValue(tolerance));
            Run(HostileCatalog.Find(parsed.GetRequiredValue(scenario))!, parsed.GetRequiredValue(folder), parsed.GetValue(variant)!);
            return ScenarioProcess.Success;
        });
        return command;
    }

    public static IEnumerable<string> Arguments(HostileScenario scenario, string variant, string folder)
    {
        int tolerance = (int)PromisedTimes.Tolerance.TotalMilliseconds;
        string[] arguments = [Name, "--scenario", scenario.Name, Folder, folder, Tolerance, $"{tolerance}"];
        return variant.Length == 0 ? arguments : [.. arguments, Variant, variant];
    }

    private static void Run(HostileScenario scenario, string folder, string variant)
    {
        using ScenarioContext context = new(folder, variant);
        AppDomain.CurrentDomain.UnhandledException += (_, args) => context.ReportUnhandled((Exception)args.ExceptionObject);
        context.Guard("the scenario", () => scenario.Run(context));
        context.End();
    }
}

/// <summary>The process under test, as its scenario sees it: where its files are, what it reports, and when it goes on.</summary>
internal sealed class ScenarioContext : IDisposable
{
    public const string Ending = "ending";
    public const string IsReady = "ready";
    public const string Start = "start";

    private const int PollMilliseconds = 2;
    private const int FramesReported = 6;
    private const int ReportAttempts = 20;
    private const int ReportInterval = 10;

    private readonly ScenarioReport _report;
    private readonly CounterWatch _watch = new();
    private readonly HashSet<string> _faults = [];

    public ScenarioContext(string folder, string variant)
    {
        Folder = folder;
        Variant = variant;
        _report = new ScenarioReport(folder);
    }

    public string Folder { get; }

    public string Variant { get; }

    /// <summary>Whether the state of any appender was Stalled in any snapshot.</summary>
    public bool HasSeenStalled => _watch.HasSeenStalled;

    public string PathOf(string name) => Path.Combine(Folder, name);

    /// <summary>Takes snapshots of its counters until the process ends.</summary>
    public void Watch(AsyncBufferingForwardingAppender appender) => _watch.Add(appender);

    /// <summary>Reports that everything is set up, and waits until all processes of the scenario are.</summary>
    public void Ready()
    {
        Stage(IsReady);
        Await(Start);
    }

    public void Stage(string name) => _report.Write(ReportKind.Stage, name);

    /// <summary>Waits until the parent has done its part.</summary>
    public void Await(string step)
    {
        while (!File.Exists(PathOf($"allowed-{step}")))
        {
            Thread.Sleep(PollMilliseconds);
        }
    }

    public void Seen(string text) => _report.Write(ReportKind.Seen, text);

    /// <param name="holds">Whether the promise is kept.</param>
    /// <param name="fault">What is wrong when it is not. Reported once.</param>
    public void Check(bool holds, string fault)
    {
        if (holds)
        {
            return;
        }

        lock (_faults)
        {
            if (!_faults.Add(fault))
            {
                return;
            }
        }

        _report.Write(ReportKind.Fault, fault);
    }

    /// <summary>Waits until something is so; a fault when it is not in time.</summary>
    public bool Eventually(Func<bool> condition, int milliseconds, string fault)
    {
        bool holds = SpinWait.SpinUntil(condition, milliseconds);
        Check(holds, fault);
        return holds;
    }

    /// <summary>Waits for threads that make log calls; a fault when one does not come back.</summary>
    public void AwaitCallers(IEnumerable<Thread> callers)
    {
        foreach (Thread caller in callers)
        {
            Check(caller.Join(5_000), "a log call did not return");
        }
    }

    /// <summary>Runs what may hang on a thread of its own.</summary>
    /// <returns>Whether it was back in time; a fault when not.</returns>
    public bool Within(int milliseconds, string what, Action action)
    {
        Stage(what);
        Thread thread = new(() => Guard(what, action)) { IsBackground = true };
        thread.Start();
        bool holds = thread.Join(TimeSpan.FromMilliseconds(milliseconds) + PromisedTimes.Tolerance);
        Check(holds, $"no return from {what} within {milliseconds} ms");
        return holds;
    }

    /// <summary>Whatever comes out of it is a fault.</summary>
    public void Guard(string what, Action action)
    {
        try
        {
            action();
        }
        catch (Exception e)
        {
            Check(holds: false, $"{what} threw {e.GetType().Name}: {e.Message}");
        }
    }

    /// <summary>Reports which thread ends the process: in the library, or in the scenario.</summary>
    public void ReportUnhandled(Exception exception)
    {
        for (int i = 0; i < ReportAttempts && !TryReport(exception); i++)
        {
            Thread.Sleep(ReportInterval); // there may be memory again
        }
    }

    /// <summary>Reports the last snapshots. From here on the time counts that the process takes to end.</summary>
    public void End()
    {
        Check(_watch.Fault is null, _watch.Fault ?? string.Empty);
        Check(_watch.Snapshots > 0, "no snapshot was taken");
        Stage(Ending);
    }

    public void Dispose()
    {
        _watch.Dispose();
        _report.Dispose();
    }

    private bool TryReport(Exception exception)
    {
        try
        {
            string[] frames = (exception.StackTrace ?? string.Empty).Split('\n', StringSplitOptions.TrimEntries);
            string where = string.Join(" <", frames.Take(FramesReported));
            Stage($"{exception.GetType().Name} on thread '{Thread.CurrentThread.Name}' {where}");
            return true;
        }
        catch (OutOfMemoryException)
        {
            return false;
        }
    }
}

/// <summary>Takes snapshots of the counters all the time, on a thread of its own, and remembers the first that does not balance.</summary>
internal sealed class CounterWatch : IDisposable
{
    private const int IntervalMilliseconds = 2;

    private volatile AsyncBufferingForwardingAppender[] _appenders = [];
    private volatile string? _fault;
    private volatile bool _isOver;
    private volatile bool _hasSeenStalled;
    private long _snapshots;

    public CounterWatch() => new Thread(Run) { IsBackground = true, Name = "counter watch" }.Start();

    public string? Fault => _fault;

    public bool HasSeenStalled => _hasSeenStalled;

    public long Snapshots => Interlocked.Read(ref _snapshots);

    public void Add(AsyncBufferingForwardingAppender appender)
    {
        _appenders = [.. _appenders, appender];
        Look(appender); // there is one, however short the scenario is
    }

    public void Dispose() => _isOver = true;

    private void Run()
    {
        while (!_isOver)
        {
            Thread.Sleep(IntervalMilliseconds);
            try
            {
                Array.ForEach(_appenders, Look);
            }
            catch (OutOfMemoryException)
            {
                // The scenario's own doing; the next snapshot may have room.
            }
        }
    }

    private void Look(AsyncBufferingForwardingAppender appender)
    {
        BufferStatistics counters = appender.Statistics;
        Interlocked.Increment(ref _snapshots);
        _hasSeenStalled |= counters.State == BufferState.Stalled;
        if (counters.Accepted != counters.Forwarded + counters.Failed + counters.Dropped + counters.Pending)
        {
            _fault ??= $"a snapshot does not balance: {CounterText.From(counters)}";
        }
    }
}
