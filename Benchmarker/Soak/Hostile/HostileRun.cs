using System.Diagnostics;

namespace Benchmarker.Soak.Hostile;

/// <summary>Runs one scenario: its processes, what is done to them, and what is found afterwards.</summary>
internal sealed class HostileRun(HostileScenario scenario, TimeSpan pause)
{
    public HostileResult Run()
    {
        if (WhyNot() is { } reason)
        {
            return new HostileResult(scenario.Name, scenario.Promise, reason, [], Skipped: true, Seconds: 0);
        }

        long start = Stopwatch.GetTimestamp();
        using TemporaryFolder root = new();
        SystemTool.Run("chmod", "755", root.Path); // the process may run as another user
        ScenarioProcess[] processes =
        [
            .. scenario.Variants.Select((variant, index) =>
                new ScenarioProcess(scenario, variant, Directory.CreateDirectory(Path.Combine(root.Path, $"{index}")).FullName, pause)),
        ];
        try
        {
            TimeSpan?[] ends = Play(processes);
            return new HostileResult(
                scenario.Name,
                scenario.Promise,
                string.Join("; ", processes.Select((process, index) => Seen(process, ends[index]))),
                [.. processes.SelectMany(Faults).Distinct()],
                Skipped: false,
                Math.Round(Stopwatch.GetElapsedTime(start).TotalSeconds, 2));
        }
        finally
        {
            Array.ForEach(processes, process => process.Dispose());
            if (scenario.NeedsMount)
            {
                Array.ForEach(processes, process => SmallDisk.Unmount(process.Folder));
            }
        }
    }

    private static IEnumerable<string> Faults(ScenarioProcess process) =>
        Reported(process, ReportKind.Fault).Concat(process.Faults)
            .Select(fault => process.Variant.Length == 0 ? fault : $"{process.Variant}: {fault}");

    private static IEnumerable<string> Reported(ScenarioProcess process, ReportKind kind) =>
        ScenarioReport.Read(process.Folder).Where(line => line.Kind == kind).Select(line => line.Text);

    private static string Seen(ScenarioProcess process, TimeSpan? end)
    {
        string ending = end is { } took ? $"end after {took.TotalSeconds:N2} s" : "no orderly end";
        string[] all = [.. Reported(process, ReportKind.Seen), .. process.Seen, ending];
        return (process.Variant.Length == 0 ? string.Empty : $"{process.Variant}: ") + string.Join(", ", all);
    }

    /// <summary>All are set up before one is disturbed: what one does at its start must not cost the others their time.</summary>
    private TimeSpan?[] Play(ScenarioProcess[] processes)
    {
        bool[] areReady = Array.ConvertAll(processes, process => process.AwaitStage(ScenarioContext.IsReady));
        TimeSpan?[] ends = new TimeSpan?[processes.Length];
        Threads.Run(processes.Length, index => ends[index] = Play(processes[index], areReady[index]));
        return ends;
    }

    private TimeSpan? Play(ScenarioProcess process, bool isReady)
    {
        try
        {
            if (isReady)
            {
                process.Allow(ScenarioContext.Start);
                scenario.Disturb(process);
            }
        }
        catch (Exception e)
        {
            process.Check(holds: false, $"the scenario could not be played: {e.Message}");
        }

        TimeSpan? end = process.AwaitEnd();
        try
        {
            scenario.Inspect(process);
        }
        catch (Exception e)
        {
            process.Check(holds: false, $"the files could not be inspected: {e.Message}");
        }

        return end;
    }

    private string? WhyNot() =>
        scenario.ChangesLimits && !Environment.IsPrivilegedProcess
            ? "the process has to run as another user, which only root can start; run it as root"
            : scenario.IsUnprivileged && !SystemTool.TryRun("setpriv", "--version")
            ? "there are no setpriv and prlimit (util-linux) to run it with"
            : scenario.IsUnprivileged && Environment.IsPrivilegedProcess && !ScenarioProcess.CanStartAsNobody
            ? "the process has to run as another user, who may not enter the folder of this program; put it where everybody may read"
            : scenario.NeedsMount && !SmallDisk.CanMount ? "a small disk can be mounted by root only; run it as root" : null;
}

/// <summary>A tool of the system that does what .NET cannot.</summary>
internal static class SystemTool
{
    /// <exception cref="InvalidOperationException">The tool failed.</exception>
    public static void Run(string tool, params string[] arguments)
    {
        if (!TryRun(tool, arguments))
        {
            throw new InvalidOperationException($"'{tool} {string.Join(' ', arguments)}' failed.");
        }
    }

    /// <returns>Whether it is there and ended well.</returns>
    public static bool TryRun(string tool, params string[] arguments)
    {
        try
        {
            ProcessStartInfo start = new(tool, arguments) { RedirectStandardOutput = true, RedirectStandardError = true };
            using Process process = Process.Start(start)!;
            process.StandardOutput.ReadToEnd(); // a line or two
            process.StandardError.ReadToEnd();
            process.WaitForExit();
            return process.ExitCode == 0;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return false;
        }
    }
}
