using Easy.Logger;

namespace Benchmarker.Hostile;

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

    /// <summary>Runs what may hang on a thread of its own.</summary>
    /// <returns>Whether it was back in time; a fault when not.</returns>
    public bool Within(int milliseconds, string what, Action action)
    {
        Stage(what);
        Thread thread = new(() => Guard(what, action)) { IsBackground = true };
        thread.Start();
        bool holds = thread.Join(milliseconds);
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
